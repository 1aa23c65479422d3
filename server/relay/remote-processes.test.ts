import { afterAll, expect, test } from 'vitest';
import { renewStudyRoom } from '@/lib/domain/relay';
import { useDatabase } from '@/lib/testing/database';
import { type Program, startProgram } from '@/lib/testing/program';
import { openRemotePage, studyRoomFixture, VIEW } from './testing/remote-page';
import { useRelay } from './testing/use-relay';

useDatabase();
const { agent, url } = useRelay();
let second: Program | null = null;
afterAll(() => second?.end());

test('the requests of an agent reach a page of another process, its answers come back, and new keys disconnect both', async () => {
  second = startProgram('server/relay/testing/relay-process.ts');
  await expect.poll(() => second?.lines[0], { timeout: 60_000 }).toMatch(/^serves /);
  const there = second.lines[0]?.slice('serves '.length) ?? '';
  const { owner, room } = await studyRoomFixture();
  const page = await openRemotePage(url(), room.session_id, { key: room.host_key });
  const one = await agent(room.session_id, { url: there, ext: { token: room.join_token } });
  const started = one.ask('session.start');
  await page.answer('session.start', 'session.started', VIEW);
  expect((await started).type).toBe('session.started');
  const called = one.call('add', { plant: 'rose' });
  await page.answer('tool.call', 'tool.result', { ok: true, uiSpec: { stage: 'garden', plants: ['rose'] } });
  expect((await called).payload).toMatchObject({ ok: true, uiSpec: { plants: ['rose'] } });
  page.send('state.updated', { uiSpec: { stage: 'beds' } });
  await one.until(({ type, payload }) => type === 'state.updated' && JSON.stringify(payload).includes('"beds"'));
  const waiting = one.call('add');
  await expect.poll(() => page.ofType('tool.call').length).toBe(2);
  await renewStudyRoom({ ownerId: owner.ownerId, roomId: room.room_id, origin: 'http://localhost:3000' });
  expect((await waiting).payload.code).toBe('TOOL_EXECUTION_FAILED');
  for (const connection of [page, one]) await connection.untilClosed();
}, 90_000);
