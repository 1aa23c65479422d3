import { afterAll, beforeAll, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { quotaOf } from '@/lib/domain/limits';
import { startBus, stopBus } from '@/lib/events';
import { reportMissed } from '@/lib/events/bus';
import { useDatabase, whileRefused } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { endSession, findSession, notifyInstances, openSession } from '.';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const WANTED = {
  protocolVersion: '2025-11-25',
  clientInfo: {},
  capabilities: {},
  toolsets: [],
  underscoreNames: false,
};

it('serves a session to its credential only, until it ends', async () => {
  const { caller } = await agentFixture();
  const { id } = await openSession(caller, WANTED);
  expect(await findSession(id, caller.credentialId)).toMatchObject({ id });
  expect(await findSession(id, 'another credential')).toBeNull();
  expect(await endSession(id, 'another credential')).toBe(false);
  expect(await endSession(id, caller.credentialId)).toBe(true);
  expect(await findSession(id, caller.credentialId)).toBeNull();
});

it('does not keep a session that another process ends while it is read', async () => {
  const { caller } = await agentFixture();
  const { id } = await openSession(caller, WANTED);
  // From here on this process has nothing in memory.
  reportMissed();
  const reading = findSession(id, caller.credentialId);
  await notifyInstances({ kind: 'ended', id });
  await reading;
  await pool().query('DELETE FROM mcp_sessions WHERE id = $1', [id]);
  expect(await findSession(id, caller.credentialId)).toBeNull();
});

it('opens sessions while those above the quota cannot be ended, and ends them with the next one', async () => {
  const { agent = 0 } = quotaOf('mcp_sessions');
  const { caller } = await agentFixture();
  const open = async () => (await openSession(caller, WANTED)).id;
  await pool().query(
    `INSERT INTO mcp_sessions (id, credential_id, agent_id, protocol_version, client_info)
     SELECT gen_random_uuid(), $1, $2, '2025-11-25', '{}' FROM generate_series(1, $3::int)`,
    [caller.credentialId, caller.agentId, agent],
  );
  const opened = await whileRefused('DELETE ON mcp_sessions', 'true', () => Promise.all([open(), open(), open()]));
  const isStored = async (id: string) => (await findSession(id, caller.credentialId)) !== null;
  expect(await Promise.all(opened.map(isStored))).toEqual([true, true, true]);
  const last = await open();
  const { rows } = await pool().query('SELECT count(*)::int AS n FROM mcp_sessions WHERE agent_id = $1', [
    caller.agentId,
  ]);
  expect([await isStored(last), rows]).toEqual([true, [{ n: agent }]]);
});
