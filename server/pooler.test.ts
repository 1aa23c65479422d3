import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { checkPooler } from '@/lib/data/pooler';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture } from '@/lib/testing/fixtures';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '@/lib/testing/pgbouncer';
import { databaseUrl } from '@/lib/testing/url';
import { openStream } from '@/lib/transport/testing/sse';
import { RestartableServer } from './testing/restartable-server';

const isHere = hasPgbouncer();
if (!isHere)
  process.stderr.write('Skipped: the tests with PgBouncer, which is not installed and could not be installed.\n');
else useCatalog();

/** Connections of PgBouncer to the database: fewer than one process alone has without it. */
const POOL_SIZE = 5;
// biome-ignore lint/suspicious/noExplicitAny: the test reads answers of the API.
type Json = any;

describe.skipIf(!isHere)('behind PgBouncer', () => {
  let directUrl: string;
  let database: string;
  let bouncer: Pgbouncer;
  let servers: [RestartableServer, RestartableServer];

  beforeAll(async () => {
    const { server } = inject('database');
    directUrl = process.env.DATABASE_URL ?? '';
    database = decodeURIComponent(new URL(directUrl).pathname.slice(1));
    bouncer = await startPgbouncer({ server, mode: 'transaction', poolSize: POOL_SIZE });
    const variables = {
      DATABASE_URL: bouncer.url(database),
      DATABASE_DIRECT_URL: directUrl,
      BOTPLAY_EMBEDDED: '',
      NEXTAUTH_URL: 'http://localhost:3000',
      ALLOWED_HOSTS: '*',
      EXHIBITION: 'false',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    servers = [await RestartableServer.open(variables), await RestartableServer.open(variables)];
  });
  afterAll(async () => {
    for (const server of servers ?? []) server.close();
    await bouncer?.remove();
  });

  /** One call below /api at one of the processes. @throws Error with the answer for a status of 400 or more */
  async function call(index: number, apiKey: string, method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await fetch(`${servers[index % 2]?.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  async function startMatch() {
    const agents = [await agentFixture(), await agentFixture()];
    const [host = '', guest = ''] = agents.map(({ apiKey }) => apiKey);
    const experience_id = firstPartyExperienceId('tic_tac_toe');
    const { game_session_id: id } = await call(0, host, 'POST', '/lobbies', { experience_id });
    await call(1, guest, 'POST', `/lobbies/${id}/join`, {});
    await call(0, host, 'POST', `/matches/${id}/start`, {});
    const { players } = await call(1, guest, 'GET', `/matches/${id}`);
    const move = (index: number, action: string): Promise<Json> =>
      call(index, index % 2 === 0 ? host : guest, 'POST', `/sessions/${players[index % 2].session_id}/step`, {
        action,
      });
    return { experience_id, id, host, guest, move };
  }

  test('two processes play, stream and wait over five connections, with what needs its own connection beside it', async () => {
    const { id, host, guest, move, experience_id } = await startMatch();
    const stream = await openStream(`${servers[1].url}/api/streams/match:${id}/events`, {
      authorization: `Bearer ${guest}`,
    });
    const { cursor } = await call(1, guest, 'GET', `/streams/match:${id}/events?timeout_ms=0`);
    const waiting = call(1, guest, 'GET', `/streams/match:${id}/events?timeout_ms=20000&after=${cursor}`);
    await move(0, 'A1');
    expect(JSON.stringify((await waiting).events)).toContain('A1');
    await expect.poll(async () => (await stream.next()).data, { interval: 0 }).toContain('A1');
    stream.close();
    for (const [index, cell] of ['B1', 'A2', 'B2'].entries()) await move(index + 1, cell);
    expect((await move(4, 'A3')).experience_response).toMatchObject({ status: 'completed', outcome: { winner: 0 } });
    // Forty calls at the same time share the five connections.
    await Promise.all(Array.from({ length: 40 }, (_, n) => call(n, host, 'GET', `/leaderboards/${experience_id}`)));
    const { rows } = await pool().query<{ application_name: string; connections: number }>(
      `SELECT CASE WHEN application_name = 'botplay-bus' THEN 'bus' ELSE 'others' END AS application_name, count(*)::int AS connections
       FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid() GROUP BY 1`,
      [database],
    );
    const count = (name: string) => rows.find((row) => row.application_name === name)?.connections ?? 0;
    expect(count('bus')).toBeGreaterThanOrEqual(2);
    // Those of PgBouncer, the locks of two processes, and what this test process has.
    expect(count('others')).toBeLessThanOrEqual(POOL_SIZE + 2 * 6 + pool().totalCount + 8);
  });

  test('after a kill of PgBouncer the processes go on, and every acknowledged move is there', async () => {
    const { id, guest, move } = await startMatch();
    await move(0, 'A1');
    await bouncer.kill();
    await expect(move(1, 'B1')).rejects.toThrow(/: 503 /);
    await bouncer.startAgain();
    await expect
      .poll(
        () =>
          move(1, 'B1').then(
            () => true,
            () => false,
          ),
        { timeout: 15_000, interval: 200 },
      )
      .toBe(true);
    await move(2, 'A2');
    const events = JSON.stringify(await call(1, guest, 'GET', `/streams/match:${id}/events?timeout_ms=0`));
    for (const cell of ['A1', 'B1', 'A2']) expect(events).toContain(cell);
  });

  test('is recognised while others use it: a start under load neither fails nor takes it for PostgreSQL', async () => {
    let isOver = false;
    const others = Array.from({ length: 6 }, async () => {
      const client = new pg.Client({ connectionString: bouncer.url(database) });
      await client.connect();
      while (!isOver) await client.query('SELECT pg_sleep(random() * 0.002)');
      await client.end();
    });
    for (let start = 0; start < 10; start++)
      expect(await checkPooler({ url: bouncer.url(database), directUrl })).toMatchObject({ isPooled: true });
    isOver = true;
    await Promise.all(others);
  });

  test('a way to the database that cannot work is refused with the name of its variable', async () => {
    const { server } = inject('database');
    const pooled = bouncer.url(database);
    await expect(checkPooler({ url: directUrl, directUrl: '' })).resolves.toEqual({
      isPooled: false,
      keepsStatements: true,
    });
    await expect(checkPooler({ url: pooled, directUrl })).resolves.toMatchObject({ isPooled: true });
    await expect(checkPooler({ url: pooled, directUrl: '' })).rejects.toThrow(
      /^DATABASE_URL leads to a .* in transaction mode.* Set DATABASE_DIRECT_URL/,
    );
    await expect(checkPooler({ url: pooled, directUrl: pooled })).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to .* transaction mode/,
    );
    await expect(checkPooler({ url: pooled, directUrl: databaseUrl(server, 'postgres') })).rejects.toThrow(
      /different databases/,
    );
    const statements = await startPgbouncer({ server, mode: 'statement', poolSize: 5 });
    await expect(checkPooler({ url: statements.url(database), directUrl })).rejects.toThrow(
      /^DATABASE_URL leads to .* in statement mode.*Set pool_mode = transaction/,
    );
    await statements.remove();
  });

  test('a pooler in session mode is refused without a direct way, and where it has too few connections', async () => {
    const { server } = inject('database');
    const sessions = await startPgbouncer({ server, mode: 'session', poolSize: 1 });
    await expect(checkPooler({ url: sessions.url(database), directUrl })).rejects.toThrow(
      /^The database of DATABASE_URL does not answer: .*default_pool_size/,
    );
    await sessions.remove();
    const wider = await startPgbouncer({ server, mode: 'session', poolSize: 5 });
    await expect(checkPooler({ url: wider.url(database), directUrl: '' })).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler that refuses settings .* Set pool_mode = transaction/,
    );
    await wider.remove();
  });

  test('a pooler with one connection is seen as one', async () => {
    const { server } = inject('database');
    const narrow = await startPgbouncer({ server, mode: 'transaction', poolSize: 1 });
    await expect(checkPooler({ url: narrow.url(database), directUrl })).resolves.toEqual({
      isPooled: true,
      keepsStatements: false,
    });
    await narrow.remove();
  });
});
