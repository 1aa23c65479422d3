import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewStudyRoom } from '@/lib/domain/relay';
import { useDatabase } from '@/lib/testing/database';
import { type Program, startProgram } from '@/lib/testing/program';
import type { RelayClient } from './testing/relay-server';
import { openRemotePage, studyRoomFixture, VIEW } from './testing/remote-page';
import { useRelay } from './testing/use-relay';

useDatabase();
const { agent, page, newRoom, url } = useRelay();
let second: Program;
let there = '';
beforeAll(async () => {
  second = startProgram('server/relay/testing/relay-process.ts');
  while (!second.lines[0]?.startsWith('serves ')) await wait(50);
  there = second.lines[0].slice('serves '.length);
}, 60_000);
afterAll(() => second?.end());

/** A frame as it is sent with an id, and what answers it. */
const frameOf = (type: string, id: string, payload: object) => ({ v: 'mvp-0.2', type, id, payload });
const answersTo = ({ frames }: RelayClient, id: string) =>
  frames.filter(({ replyTo, type }) => replyTo === id && type !== 'tool.progress');
/** Waits for longer than a request takes. */
const pause = () => wait(500);
/** A page that asks first at this process, and an agent at the other one that has picked something. */
async function bookingAtTwoProcesses(roomName: string) {
  const host = await page(roomName, { ext: { asksFirst: true } });
  const one = await agent(roomName, { url: there, ext: { app: null } });
  const { member } = one.joined.ext as { member: string };
  await one.ask('session.start', { studyId: 's', participantId: 'p' });
  await one.call('pick', { itemId: 'b' });
  return { host, one, member };
}

test('the requests of an agent reach a page of another process, its answers come back, and new keys disconnect both', async () => {
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
});

test('a call that is repeated at another process while the page works on it is forwarded once and answered', async () => {
  const { room } = await studyRoomFixture();
  const host = await openRemotePage(url(), room.session_id, { key: room.host_key });
  const one = await agent(room.session_id, { url: there, ext: { token: room.join_token } });
  const started = one.ask('session.start');
  await host.answer('session.start', 'session.started', VIEW);
  await started;
  const { member } = one.joined.ext as { member: string };
  const call = frameOf('tool.call', 'req-1', { toolName: 'add', params: { plant: 'rose' }, reason: 'r' });
  const message = frameOf('agent.message', 'req-2', { text: 'Hello' });
  for (const frame of [call, message]) one.raw(frame);
  await host.until(({ type }) => type === 'agent.message');
  one.close();
  const back = await agent(room.session_id, { ext: { token: room.join_token, member } });
  for (const frame of [call, message]) back.raw(frame);
  await pause();
  expect([host.ofType('tool.call').length, host.ofType('agent.message').length]).toEqual([1, 1]);
  const [request] = host.ofType('tool.call');
  host.raw({ v: 'mvp-0.2', type: 'tool.result', replyTo: request?.id, payload: { ok: true } });
  await back.until(({ replyTo }) => replyTo === 'req-1');
  expect(answersTo(back, 'req-1')).toMatchObject([{ type: 'tool.result', payload: { ok: true } }]);
  back.raw(call);
  await pause();
  expect(answersTo(back, 'req-1').map(({ type }) => type)).toEqual(['tool.result', 'tool.result']);
  expect(host.ofType('tool.call')).toHaveLength(1);
});

test('a call that is repeated at another process while the person decides is made once and answered once', async () => {
  const roomName = newRoom();
  const { host, one, member } = await bookingAtTwoProcesses(roomName);
  const order = frameOf('tool.call', 'req-1', { toolName: 'order', params: {}, reason: 'r' });
  const message = frameOf('agent.message', 'req-2', { text: 'Only one time' });
  for (const frame of [order, message]) one.raw(frame);
  const { payload: asked } = await host.until(({ type }) => type === 'approval.requested');
  await host.until(({ payload }) => JSON.stringify(payload).includes('Only one time'));
  one.close();
  const back = await agent(roomName, { ext: { member } });
  for (const frame of [order, message]) back.raw(frame);
  await pause();
  host.send('approval.decide', { approvalId: asked.approvalId, approved: true });
  await back.until(({ replyTo }) => replyTo === 'req-1');
  await pause();
  expect(answersTo(back, 'req-1').map(({ type }) => type)).toEqual(['tool.result']);
  const { messageHistory } = (await back.ask('snapshot.get')).payload;
  expect(JSON.stringify(messageHistory).split('Only one time')).toHaveLength(2);
});

test('a call whose process has died is taken up by the process at which it is repeated', async () => {
  const roomName = newRoom();
  const { host, one, member } = await bookingAtTwoProcesses(roomName);
  const order = frameOf('tool.call', 'req-1', { toolName: 'order', params: {}, reason: 'r' });
  one.raw(order);
  const { payload: asked } = await host.until(({ type }) => type === 'approval.requested');
  second.end();
  await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 0, 'the end of a process');
  const back = await agent(roomName, { ext: { member } });
  back.raw(order);
  await back.ask('snapshot.get');
  host.send('approval.decide', { approvalId: asked.approvalId, approved: true });
  await back.until(({ replyTo }) => replyTo === 'req-1');
  expect(answersTo(back, 'req-1').map(({ type }) => type)).toEqual(['tool.result']);
}, 30_000);
