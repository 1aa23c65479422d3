import { describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import type { ClientFrame, RelayClient } from './testing/relay-server';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();
const { client, page, agent, session, newRoom } = useRelay();

const start = { studyId: 'pilot-01', participantId: 'P07' };
const notices = (one: RelayClient) => one.ofType('state.updated').flatMap(({ payload }) => payload.notice ?? []);
const saying = (text: string) => (frame: ClientFrame) => String(frame.payload.notice ?? '').includes(text);

describe.each(['ws', 'io'] as const)('frames of one connection over %s', (kind) => {
  test('are taken in order: none waits for the answer to the one before it', async () => {
    const roomName = newRoom();
    await page(roomName);
    const one = await client(kind);
    const ids = [
      one.send('relay.join', { role: 'agent', sessionId: roomName }),
      one.send('session.start', start),
      one.send('snapshot.get'),
      one.send('tool.call', { toolName: 'pick', params: { itemId: 'b' }, reason: 'r' }),
      one.send('snapshot.get'),
      one.send('session.end', { reason: 'done' }),
    ];
    await one.until(({ replyTo }) => replyTo === ids.at(-1));
    const answers = one.frames.filter(({ replyTo }) => replyTo !== undefined);
    expect(answers.map(({ replyTo }) => replyTo)).toEqual(ids);
    expect(answers.map(({ type }) => type)).toEqual([
      'relay.joined',
      'session.started',
      'snapshot.state',
      'tool.result',
      'snapshot.state',
      'session.ended',
    ]);
    expect(answers[4]?.payload.uiSpec?.state).toEqual({ selected: 'b' });
  });

  test('that wait for the person hold up no other one', async () => {
    const { host, agent: one } = await session();
    host.send('control.set', { asksFirst: true });
    await host.until(({ type }) => type === 'control.changed');
    const order = one.call('order');
    expect((await one.call('pick', { itemId: 'a' })).type).toBe('tool.result');
    const { payload } = await host.until(({ type }) => type === 'approval.requested');
    host.send('approval.decide', { approvalId: payload.approvalId, approved: false });
    expect((await order).type).toBe('error');
  });
});

test('five hundred frames together are each answered with their id, none is refused', async () => {
  const { agent: one } = await session();
  const ids = Array.from({ length: 500 }, () => one.send('snapshot.get'));
  const sent = new Set(ids);
  const readAnswers = () => one.frames.filter(({ replyTo }) => sent.has(replyTo ?? ''));
  await expect.poll(() => readAnswers().length, { timeout: 40_000 }).toBe(ids.length);
  const answers = readAnswers();
  expect(answers.map(({ replyTo }) => replyTo)).toEqual(ids);
  expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['snapshot.state']));
});

test('a frame that is too long is refused with its id; a far too long one with an error frame before the close', async () => {
  resetOnce('transport.message_budgets');
  const { agent: one } = await session();
  const long = await one.ask('agent.message', { text: 'x'.repeat(300_000) });
  expect(long).toMatchObject({ type: 'error', payload: { code: 'INVALID_MESSAGE' } });
  const other = await client();
  other.raw(`"${'x'.repeat(2_000_000)}"`);
  expect(await other.untilClosed()).toBe(1009);
  expect(other.ofType('error').at(-1)?.payload.message).toContain('at most');
});

describe('an agent that knows the specification alone', () => {
  test('hears that the person has taken over, gives control back, and is asked', async () => {
    const { host, agent: one } = await session();
    host.send('control.set', { controller: 'person' });
    const notice = await one.until(saying('taken over'));
    expect(notice).toMatchObject({ type: 'state.updated', payload: { source: 'user', uiSpec: expect.any(Object) } });
    expect((await one.call('pick', { itemId: 'a' })).payload.message).toContain('notice');
    host.send('control.set', { controller: 'agent', asksFirst: true });
    await one.until(saying('Agents may go on'));
    await one.call('pick', { itemId: 'b' });
    one.send('tool.call', { toolName: 'order', params: {}, reason: 'r' });
    await one.until(saying('Order b?'));
  });

  test('hears that the page was closed, and that it is open again', async () => {
    const { roomName, host, agent: one } = await session();
    host.close();
    await one.until(saying('The page was closed'));
    const back = await page(roomName);
    await one.until(saying('The page is open'));
    expect(notices(back)).toEqual([]);
    expect((await one.call('pick', { itemId: 'a' })).type).toBe('tool.result');
  });
});

describe('a study', () => {
  test('goes on with the same session for the same participant after a broken connection', async () => {
    const { roomName, host, agent: one, sessionId } = await session();
    await one.call('pick', { itemId: 'b' });
    one.close();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 0);
    const back = await agent(roomName);
    expect((await back.ask('session.start', start)).payload.sessionId).toBe(sessionId);
    expect((await back.ask('snapshot.get')).payload.uiSpec?.state).toEqual({ selected: 'b' });
  });

  test('is never entered by another participant', async () => {
    const { roomName, agent: one } = await session();
    const two = await agent(roomName);
    for (const other of [
      { studyId: 'pilot-01', participantId: 'P99' },
      { studyId: 'pilot-02', participantId: 'P07' },
    ]) {
      const refused = await two.ask('session.start', other);
      expect(refused.payload).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining('another') });
      expect(JSON.stringify(refused)).not.toContain('P07');
      expect((await one.ask('session.start', other)).payload.code).toBe('INVALID_PARAMS');
    }
  });

  test('needs study and participant', async () => {
    const roomName = newRoom();
    await page(roomName);
    const one = await agent(roomName);
    for (const missing of [{}, { studyId: 's' }, { participantId: 'p' }, { studyId: ' ', participantId: 'p' }])
      expect((await one.ask('session.start', missing)).payload.code).toBe('INVALID_PARAMS');
  });
});

test('what is refused is in the log with its error, and a flood of it as a count', async () => {
  const { agent: one, host, sessionId } = await session();
  one.raw('{');
  one.send('no.such', { a: 1 });
  one.send('tool.call', { params: {}, reason: 'r' });
  one.send('agent.message', { text: '' });
  await host.ask('user.action', { action: { pick: 'z' } });
  const refused = async () =>
    (await logOf(sessionId)).filter(({ direction, type }) => direction === 'in' && type !== 'session.start');
  await expect.poll(async () => (await refused()).length).toBe(5);
  expect((await refused()).map(({ type, payload }) => [type, payload]).sort()).toEqual(
    [
      ['unreadable', { text: '{' }],
      ['no.such', { a: 1 }],
      ['tool.call', { params: {}, reason: 'r' }],
      ['agent.message', { text: '' }],
      ['user.action', { action: { pick: 'z' } }],
    ].sort(),
  );
  const rows = await logOf(sessionId);
  for (const [index, { direction, type }] of rows.entries())
    if (direction === 'in' && type !== 'session.start')
      expect(rows[index + 1]).toMatchObject({ direction: 'out', type: 'error', payload: { code: expect.any(String) } });
  for (let count = 0; count < 150; count++) one.send('no.such', { count });
  await expect.poll(async () => (await refused()).length, { timeout: 10_000 }).toBeGreaterThan(80);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  one.send('no.such');
  await expect
    .poll(async () => (await logOf(sessionId)).find(({ type }) => type === 'frames.omitted')?.payload.count)
    .toBeGreaterThan(0);
}, 30_000);
