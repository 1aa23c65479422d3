import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { pool } from '@/lib/data/database';
import { endIdleRelaySessions } from '@/lib/domain/relay';
import { performed } from '@/lib/domain/relay/testing/list-app';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Program, startProgram } from '@/lib/testing/program';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { client, page, agent, session, newRoom } = useRelay();

const indexesOf = async (sessionId: string): Promise<number[]> =>
  (await logOf(sessionId)).map(({ eventIndex }) => eventIndex);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const selected = (item: string) => (frame: { type: string; payload: object }) =>
  frame.type === 'state.updated' && JSON.stringify(frame.payload).includes(`"selected":"${item}"`);

describe('pages', () => {
  test('are shown a state after it was stored', async () => {
    const { roomName, host, agent: one } = await session();
    const client = await pool().connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM relay_rooms WHERE name = $1 FOR UPDATE', [roomName]);
      const answer = one.call('pick', { itemId: 'b' });
      const countWaiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await pool().query(countWaiting)).rows).toEqual([{ waiting: 1 }]);
      expect(host.ofType('state.updated')).toEqual([]);
      await client.query('COMMIT');
      expect((await answer).type).toBe('tool.result');
      await host.until(selected('b'));
    } finally {
      client.release();
    }
  });

  test('a newer page of the same participant replaces the older one, which is notified and closed', async () => {
    const { roomName, host, agent: one } = await session();
    await one.call('pick', { itemId: 'b' });
    const newer = await page(roomName);
    expect(newer.joined.ext).toMatchObject({ uiSpec: { state: { selected: 'b' } }, session: expect.any(Object) });
    expect(await host.until(({ type }) => type === 'error')).toMatchObject({ payload: { code: 'SESSION_NOT_ACTIVE' } });
    await host.untilClosed();
    await one.call('pick', { itemId: 'c' });
    await newer.until(selected('c'));
  });

  test('racing pages of two participants: one has the room, the other one a room of its own', async () => {
    const roomName = 'default';
    const pages = await Promise.all(
      ['one', 'two', 'three', 'four'].map((who) => page(roomName, { participant: `participant-${who}` })),
    );
    const names = pages.map(({ joined }) => joined.payload.sessionId);
    expect(names.filter((name) => name === roomName)).toHaveLength(1);
    expect(new Set(names).size).toBe(4);
    const plain = await client();
    const refused = await plain.ask('relay.join', { role: 'host', sessionId: roomName });
    expect(refused.payload.code).toBe('SESSION_NOT_ACTIVE');
    const own = pages.find(({ joined }) => joined.payload.sessionId !== roomName);
    const { sessionId } = own?.joined.payload ?? {};
    const stranger = await client();
    expect((await stranger.ask('relay.join', { role: 'agent', sessionId })).payload.code).toBe('SESSION_NOT_ACTIVE');
    for (const token of ['x'.repeat(32), 'short-one'])
      expect((await stranger.ask('relay.join', { role: 'agent', sessionId }, { ext: { token } })).payload.code).toBe(
        'SESSION_NOT_ACTIVE',
      );
    const invited = await agent(String(sessionId), { ext: { token: own?.joined.ext?.joinToken as string } });
    expect(invited.joined.type).toBe('relay.joined');
    expect(
      (await stranger.ask('relay.join', { role: 'host', sessionId }, { ext: { participant: 'some-other-secret' } }))
        .payload.code,
    ).toBe('SESSION_NOT_ACTIVE');
  });

  test('a page that comes back finds its running session, although the room that it asked for is free by now', async () => {
    let first = await page('default', { participant: 'participant-first' });
    while (first.joined.payload.sessionId !== 'default')
      first = await page('default', { participant: 'participant-first' });
    const mine = () => page('default', { participant: 'participant-second' });
    const host = await mine();
    const room = String(host.joined.payload.sessionId);
    expect(room).not.toBe('default');
    const one = await agent(room, { ext: { token: host.joined.ext?.joinToken as string } });
    await one.ask('session.start', { studyId: 's', participantId: 'p' });
    await one.call('pick', { itemId: 'b' });
    for (const gone of [first, host]) gone.close();
    await expect.poll(async () => (await one.ask('snapshot.get')).payload.code).toBe('SESSION_NOT_ACTIVE');
    const back = await mine();
    expect(back.joined).toMatchObject({ payload: { sessionId: room }, ext: { uiSpec: { state: { selected: 'b' } } } });
    await one.ask('session.end', { reason: 'over' });
    back.close();
    await expect.poll(async () => (await mine()).joined.payload.sessionId).toBe('default');
  });

  test('a host that follows the specification and nothing else gets the frames of the specification', async () => {
    const roomName = newRoom();
    const [older, newer] = [await client(), await client()];
    expect(await older.ask('relay.join', { role: 'host', sessionId: roomName })).toMatchObject({
      type: 'relay.joined',
    });
    const joined = await newer.ask('relay.join', { role: 'host', sessionId: roomName });
    expect(Object.keys(joined).sort()).toEqual(['payload', 'replyTo', 'type', 'v']);
    expect(await older.untilClosed()).toBe(1008);
    const one = await agent(roomName);
    await one.ask('session.start', { studyId: 's', participantId: 'p' });
    await one.call('pick', { itemId: 'a' });
    await newer.until(selected('a'));
    expect(newer.frames.map(({ type }) => type)).toEqual(['relay.hello', 'relay.joined', 'state.updated']);
  });

  test('a page of another participant begins anew and ends the session that was left', async () => {
    const { roomName, host, agent: one, sessionId } = await session();
    await one.call('pick', { itemId: 'b' });
    host.close();
    await expect.poll(async () => (await one.ask('snapshot.get')).payload.code).toBe('SESSION_NOT_ACTIVE');
    const other = await page(roomName, { participant: 'another-participant' });
    expect(other.joined.ext).toMatchObject({ uiSpec: { state: { selected: null } }, session: null });
    expect((await one.until(({ type }) => type === 'session.ended')).payload).toMatchObject({ sessionId });
  });
});

describe('sessions', () => {
  test('are apart: nothing of one reaches the other', async () => {
    const [one, two] = await Promise.all([session(), session()]);
    await one.agent.call('pick', { itemId: 'a' });
    await two.agent.call('pick', { itemId: 'b' });
    await two.host.until(selected('b'));
    expect(JSON.stringify([one.host.frames, one.agent.frames])).not.toContain('"selected":"b"');
    expect(JSON.stringify([two.host.frames, two.agent.frames])).not.toContain('"selected":"a"');
    expect(new Set([one.sessionId, two.sessionId]).size).toBe(2);
  });

  test('several agents take part; answers go to the asker, pushes to all', async () => {
    const { roomName, host, agent: one, sessionId } = await session();
    const two = await agent(roomName);
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 2);
    const same = { studyId: 'pilot-01', participantId: 'P07' };
    expect((await two.ask('session.start', same)).payload.sessionId).toBe(sessionId);
    await two.call('pick', { itemId: 'b' });
    await one.until(selected('b'));
    expect(one.ofType('tool.result')).toEqual([]);
    one.close();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 1);
    expect((await two.ask('session.end', { reason: 'done' })).type).toBe('session.ended');
    expect((await two.call('pick', { itemId: 'a' })).payload.code).toBe('SESSION_NOT_ACTIVE');
  });

  test('a session that its agents have left is ended for the next agent, which gets a new one', async () => {
    const { roomName, host, agent: one, sessionId } = await session();
    await one.call('pick', { itemId: 'b' });
    one.close();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 0);
    const next = await agent(roomName);
    const started = await next.ask('session.start', { studyId: 's', participantId: 'p' });
    expect(started.payload.sessionId).not.toBe(sessionId);
    expect((await next.ask('snapshot.get')).payload).toMatchObject({ uiSpec: { state: { selected: null } } });
  });

  test('racing starts of one session give one id, and numbers are not given twice', async () => {
    const sessions = await Promise.all([session(), session(), session()]);
    const ids = sessions.map(({ sessionId }) => sessionId);
    expect(new Set(ids).size).toBe(3);
    const roomName = newRoom();
    await page(roomName);
    const agents = await Promise.all([agent(roomName), agent(roomName), agent(roomName)]);
    const start = { studyId: 's', participantId: 'p' };
    const racing = await Promise.all(
      agents.flatMap((one) => [one.ask('session.start', start), one.ask('session.start', start)]),
    );
    expect(new Set(racing.map(({ payload }) => payload.sessionId)).size).toBe(1);
  });

  test('a session without an event for an hour is ended', async () => {
    const { agent: one, sessionId } = await session();
    await endIdleRelaySessions();
    expect(one.ofType('session.ended')).toEqual([]);
    advanceClock(61 * 60_000);
    await endIdleRelaySessions();
    expect((await one.until(({ type }) => type === 'session.ended')).payload.sessionId).toBe(sessionId);
  });
});

describe('the person', () => {
  test('takes over: calls are refused until control is given back', async () => {
    const { host, agent: one } = await session();
    host.send('control.set', { controller: 'person' });
    await host.until(({ type }) => type === 'control.changed');
    expect((await one.call('pick', { itemId: 'a' })).payload).toMatchObject({
      code: 'TOOL_EXECUTION_FAILED',
      message: expect.stringContaining('taken over'),
    });
    expect((await one.ask('snapshot.get')).payload).toMatchObject({ uiSpec: { state: { selected: null } } });
    host.send('control.set', { controller: 'agent' });
    await host.until(({ type, payload }) => type === 'control.changed' && payload.controller === 'agent');
    expect((await one.call('pick', { itemId: 'a' })).type).toBe('tool.result');
  });

  test('writes a few messages together; more are refused and not stored', async () => {
    const { host, agent: one } = await session();
    for (let count = 0; count < 40; count++) host.send('user.message', { text: `message ${count}` });
    await host.until(() => host.ofType('error').length + host.ofType('state.updated').length >= 40);
    expect(host.ofType('error')[0]?.payload).toMatchObject({ code: 'INVALID_MESSAGE', message: expect.any(String) });
    expect(one.ofType('user.message').length).toBeLessThan(40);
    expect(one.ofType('user.message').length).toBeGreaterThanOrEqual(10);
  });

  test('stops the session', async () => {
    const { host, agent: one, sessionId } = await session();
    host.send('session.end', { reason: 'stopped' });
    expect((await one.until(({ type }) => type === 'session.ended')).payload.sessionId).toBe(sessionId);
  });

  /** A session whose marked calls wait for the person, with `b` picked. */
  async function asking() {
    const created = await session();
    created.host.send('control.set', { asksFirst: true });
    await created.host.until(({ type }) => type === 'control.changed');
    await created.agent.call('pick', { itemId: 'b' });
    return created;
  }

  test('is asked first: an approval survives a reload, counts once and for these arguments only', async () => {
    const { roomName, host, agent: one } = await asking();
    const waiting = one.call('order', { note: 1 });
    const asked = await host.until(({ type }) => type === 'approval.requested');
    expect(asked.payload).toMatchObject({ toolName: 'order', params: { note: 1 }, question: 'Order b?' });
    host.close();
    const back = await page(roomName);
    expect(back.joined.ext?.approvals).toEqual([asked.payload]);
    const { approvalId } = asked.payload;
    back.send('approval.decide', { approvalId, approved: true });
    expect((await waiting).type).toBe('tool.result');
    expect((await back.ask('approval.decide', { approvalId, approved: true })).payload.code).toBe('INVALID_PARAMS');
    const again = one.call('order', { note: 1 });
    const next = await back.until(
      ({ type, payload }) => type === 'approval.requested' && payload.approvalId !== approvalId,
    );
    back.send('approval.decide', { approvalId: next.payload.approvalId, approved: false });
    expect((await again).payload).toMatchObject({
      code: 'TOOL_EXECUTION_FAILED',
      message: expect.stringContaining('declined'),
    });
  });

  test('is asked again when the question changes while the call waits', async () => {
    const { host, agent: one } = await asking();
    const waiting = one.call('order');
    const { payload } = await host.until(({ type }) => type === 'approval.requested');
    await one.call('pick', { itemId: 'a' });
    const before = performed.length;
    host.send('approval.decide', { approvalId: payload.approvalId, approved: true });
    expect((await waiting).payload).toMatchObject({
      code: 'TOOL_EXECUTION_FAILED',
      message: expect.stringContaining('Call again'),
    });
    expect(performed).toHaveLength(before);
  });

  test('cannot approve after the time is over, and one of two racing calls uses an approval', async () => {
    const { host, agent: one } = await asking();
    const calls = [one.call('order'), one.call('order')];
    const { payload } = await host.until(({ type }) => type === 'approval.requested');
    const before = performed.length;
    host.send('approval.decide', { approvalId: payload.approvalId, approved: true });
    expect((await Promise.all(calls)).map(({ type }) => type).sort()).toEqual(['error', 'tool.result']);
    expect(performed).toHaveLength(before + 1);
    const late = one.call('order', { late: true });
    const asked = await host.until(
      ({ type, payload: { params } }) => type === 'approval.requested' && JSON.stringify(params).includes('late'),
    );
    advanceClock(121_000);
    expect(
      (await host.ask('approval.decide', { approvalId: asked.payload.approvalId, approved: true })).payload.code,
    ).toBe('INVALID_PARAMS');
    host.send('session.end', { reason: 'over' });
    expect((await late).payload.code).toBe('SESSION_NOT_ACTIVE');
  });
});

test('a reader that takes nothing is closed, and the others go on', async () => {
  const { roomName, host, agent: one, url } = await session();
  const slow = new WebSocket(`ws://${url}/agent/ws`);
  await once(slow, 'message');
  slow.send(JSON.stringify({ v: 'mvp-0.2', type: 'relay.join', payload: { role: 'agent', sessionId: roomName } }));
  await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 2);
  slow.pause();
  const text = 'x'.repeat(4_000);
  for (let count = 0; count < 100; count++) {
    one.send('agent.message', { text });
    if (count % 20 === 19) await one.ask('snapshot.get');
  }
  await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 1, 'the slow one to leave');
  expect((await one.call('pick', { itemId: 'a' })).type).toBe('tool.result');
}, 30_000);

describe('who connects', () => {
  test('a page of another origin and an invalid credential are refused at the upgrade', async () => {
    await expect(client('ws', { headers: { origin: 'https://elsewhere.example' } })).rejects.toThrow('403');
    await expect(client('ws', { headers: { authorization: 'Bearer pgos_no' } })).rejects.toThrow('401');
    await expect(client('io', { headers: { origin: 'https://elsewhere.example' } })).rejects.toThrow('403');
  });

  test('a signed-in page makes its owner the owner of the session', async () => {
    const { ownerId, cookie } = await ownerFixture();
    const roomName = newRoom();
    await page(roomName, { headers: { cookie } });
    const one = await agent(roomName);
    const { payload } = await one.ask('session.start', { studyId: 's', participantId: 'p' });
    const { rows } = await pool().query('SELECT owner_id FROM relay_sessions WHERE id = $1', [payload.sessionId]);
    expect(rows).toEqual([{ owner_id: ownerId }]);
  });
});

describe('with a second process', () => {
  let second: Program | null = null;
  afterAll(() => second?.end());

  test('page and agent meet across processes, requests race without a gap, and a killed process leaves', async () => {
    second = startProgram('server/relay/testing/relay-process.ts');
    await expect.poll(() => second?.lines[0], { timeout: 60_000 }).toMatch(/^serves /);
    const url = second.lines[0]?.slice('serves '.length) ?? '';
    const roomName = newRoom();
    const host = await page(roomName);
    const there = await agent(roomName, { url });
    const here = await agent(roomName);
    const { payload } = await there.ask('session.start', { studyId: 's', participantId: 'p' });
    await here.ask('session.start', { studyId: 's', participantId: 'p' });
    const calls = upTo(20).flatMap((index) => {
      const itemId = 'abc'.charAt(index % 3);
      return [there.call('pick', { itemId }), here.call('pick', { itemId })];
    });
    expect((await Promise.all(calls)).map(({ type }) => type)).toEqual(Array(40).fill('tool.result'));
    await host.until((_, called = host.ofType('tool.called').length) => called === 40);
    const seqs = host.frames.flatMap(({ seq }) => seq ?? []);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    const indexes = await indexesOf(payload.sessionId as string);
    expect(indexes).toEqual(upTo(indexes.length));
    const history = (await here.ask('snapshot.get')).payload.messageHistory as unknown[];
    expect(history).toHaveLength(40);
    second.end();
    await host.until(
      ({ type, payload: { agents } }) => type === 'presence.changed' && agents === 1,
      'the absence of the killed process',
    );
  }, 90_000);
});
