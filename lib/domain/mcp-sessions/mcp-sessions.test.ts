import { afterAll, beforeAll, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { startBus, stopBus } from '@/lib/events';
import { reportMissed } from '@/lib/events/bus';
import { useDatabase } from '@/lib/testing/database';
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
