import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { pool } from '@/lib/data/database';
import { readStudyReplay } from '@/lib/domain/relay';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { page, agent, newRoom } = useRelay();

const DAY_MS = 24 * 3_600_000;

test('connections that a dead process left in a room are removed after the next start', async () => {
  const left = newRoom();
  await page(left);
  const live = JSON.stringify({ controller: 'agent', agents: [{ id: 'a', process: 'dead' }], approvals: [] });
  await pool().query(
    `INSERT INTO relay_rooms (id, name, app, is_open, host_id, host_process, live, head, updated_at)
     VALUES ($1, 'left', 'list', true, 'h', 'dead', $2, '{"lastId": null, "seqs": {}, "lastIds": {}}', now())`,
    [randomUUID(), live],
  );
  const stored = async () =>
    (await pool().query(`SELECT host_id, live->'agents' AS agents FROM relay_rooms WHERE name = 'left'`)).rows;
  await expect.poll(stored, { timeout: 20_000 }).toEqual([{ host_id: null, agents: [] }]);
  const [room] = (await pool().query('SELECT host_id FROM relay_rooms WHERE name = $1', [left])).rows;
  expect(room.host_id).toEqual(expect.any(String));
}, 30_000);

test('what happened outside of sessions is deleted after a day, a room after a week, and the log of its session stays', async () => {
  const owner = await ownerFixture();
  const roomName = newRoom();
  const host = await page(roomName, { headers: { cookie: owner.cookie } });
  host.send('user.message', { text: 'Before the session.' });
  const one = await agent(roomName);
  const { payload } = await one.ask('session.start', { studyId: 's', participantId: 'p' });
  const sessionId = payload.sessionId as string;
  await one.call('pick', { itemId: 'b' });
  await one.ask('session.end', { reason: 'over' });
  const log = await logOf(sessionId);
  expect(log.map(({ eventIndex }) => eventIndex)).toEqual(log.map((_, index) => index));
  const outside = async () =>
    (
      await pool().query(
        `SELECT count(*)::int AS events FROM events e JOIN relay_sessions s ON e.stream = 'relay:' || s.room_id
         WHERE s.id = $1 AND e.data->'index' IS NULL`,
        [sessionId],
      )
    ).rows[0].events;
  for (const client of [one, host]) client.close();
  await expect
    .poll(async () => (await pool().query('SELECT host_id FROM relay_rooms WHERE name = $1', [roomName])).rows)
    .toEqual([{ host_id: null }]);
  await runCleanups(new AbortController().signal);
  expect(await outside()).toBeGreaterThan(2);
  advanceClock(DAY_MS + 1_000);
  await runCleanups(new AbortController().signal);
  expect(await outside()).toBe(0);
  advanceClock(7 * DAY_MS);
  await runCleanups(new AbortController().signal);
  expect((await pool().query('SELECT 1 FROM relay_rooms WHERE name = $1', [roomName])).rows).toEqual([]);
  expect(await logOf(sessionId)).toEqual(log);
  const { steps } = await readStudyReplay({ ownerId: owner.ownerId, isAdmin: false, sessionId });
  expect(steps.map(({ type }) => type)).toEqual(['session.start', 'tool.called', 'session.ended']);
});
