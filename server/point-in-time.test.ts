import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { type ArchivedServer, startArchivedServer } from '@/lib/testing/archived-server';
import { whyNoReplica } from '@/lib/testing/replica';
import { withClient } from '@/lib/testing/template';
import { RestartableServer } from './testing/restartable-server';

// What docs/backup.md describes under "To a moment between backups", with a real PostgreSQL and the server of the product.

if (whyNoReplica) process.stderr.write(`Skipped: the recovery to a point in time (${whyNoReplica}).\n`);

const TIC_TAC_TOE = firstPartyExperienceId('tic_tac_toe');
const TIMEOUT_MS = 120_000;

describe.skipIf(whyNoReplica !== null)('a recovery to a point in time', () => {
  let database: ArchivedServer;
  let product: RestartableServer;
  let apiKey = '';

  beforeAll(async () => {
    database = await startArchivedServer();
    product = await RestartableServer.open({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      EXHIBITION: 'false',
      LOG_LEVEL: 'fatal',
    });
  }, TIMEOUT_MS);
  afterAll(async () => {
    product?.close();
    await database?.remove();
  });

  async function call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; answer: Record<string, unknown> }> {
    const response = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }
  const remember = (text: string) => call('PUT', `/memory/${TIC_TAC_TOE}`, { layer: 'agent', data: { text } });
  const recall = () => call('GET', `/memory/${TIC_TAC_TOE}?layer=agent`);
  const now = () =>
    withClient(database.url, async (client) => (await client.query('SELECT clock_timestamp()::text AS at')).rows[0].at);

  it(
    'has what was acknowledged before that moment, not what came after it, and the product goes on',
    async () => {
      const { answer } = await call('POST', '/agents', { display_name: 'Keeper' });
      apiKey = String(answer.api_key);
      await database.backUp();
      expect((await remember('wanted')).status).toBe(200);
      const moment = String(await now());
      expect((await remember('a mistake')).status).toBe(200);
      expect((await recall()).answer).toMatchObject({ data: { text: 'a mistake' } });
      await database.archive();

      await database.lose();
      await database.recover(moment);
      await product.kill();
      expect((await recall()).answer).toMatchObject({ data: { text: 'wanted' } });
      expect((await remember('after the recovery')).status).toBe(200);
      expect((await recall()).answer).toMatchObject({ data: { text: 'after the recovery' } });
    },
    TIMEOUT_MS,
  );
});
