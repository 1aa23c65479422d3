import { afterEach, describe, expect, test, vi } from 'vitest';
import { pool } from '@/lib/data/database';
import { listStudyRooms, makeStudyRooms, removeStudyRoom, renewStudyRoom } from '@/lib/domain/relay';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { RelayClient } from './testing/relay-server';
import { ORIGIN, openRemotePage, studyRoomFixture, VIEW } from './testing/remote-page';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();
const { client, agent, newRoom, url } = useRelay();
afterEach(() => void vi.useRealTimers());

const start = { studyId: 'pilot-01', participantId: 'P07' };
const host = (roomName: string, options?: Parameters<typeof openRemotePage>[2]) =>
  openRemotePage(url(), roomName, options);

const WAITING_REQUESTS = `SELECT r->>'expiresAt' AS expires FROM relay_rooms, json_array_elements(live->'requests') AS r
  WHERE name = $1 ORDER BY r->>'id'`;

/** A page of another party, an agent, and a session that the page has accepted. */
async function remoteSession() {
  const roomName = newRoom();
  const page = await host(roomName);
  const one = await agent(roomName);
  const started = one.ask('session.start', start);
  await page.answer('session.start', 'session.started', VIEW);
  const { payload } = await started;
  return { roomName, page, agent: one, sessionId: String(payload.sessionId) };
}

describe('a page of another party', () => {
  test('gets every request of the agent, and its answers reach the asker by their ids', async () => {
    const { page, agent: one, sessionId } = await remoteSession();
    expect(sessionId).toMatch(/^s-\d{8}-\d{3}$/);
    const other = await agent(page.joined.payload.sessionId as string);

    const snapshot = one.ask('snapshot.get');
    await page.answer('snapshot.get', 'snapshot.state', VIEW);
    expect((await snapshot).payload).toEqual({ sessionId, ...VIEW });

    const called = one.ask('tool.call', { toolName: 'add', params: { plant: 'rose' }, reason: 'It is red.' });
    const after = { uiSpec: { stage: 'garden', plants: ['rose'] }, messageHistory: [{ id: '1', text: 'It is red.' }] };
    const asked = await page.answer('tool.call', 'tool.result', { ok: true, toolName: 'add', ...after });
    expect(asked.payload).toEqual({ toolName: 'add', params: { plant: 'rose' }, reason: 'It is red.' });
    expect(await called).toMatchObject({ type: 'tool.result', payload: { ok: true, toolName: 'add', ...after } });
    expect(
      (await other.until(({ type, payload }) => type === 'state.updated' && payload.source === 'agent')).payload,
    ).toMatchObject(after);
    expect(other.ofType('tool.result')).toEqual([]);

    one.send('agent.message', { text: 'A rose.' });
    expect((await page.until(({ type }) => type === 'agent.message')).payload).toEqual({ text: 'A rose.' });
    page.send('user.message', { text: 'I prefer tulips.', stage: 'beds' });
    expect((await one.until(({ type }) => type === 'user.message')).payload).toEqual({
      text: 'I prefer tulips.',
      stage: 'beds',
    });
    page.send('state.updated', { source: 'user', uiSpec: { stage: 'beds' } });
    await one.until(({ type, payload }) => type === 'state.updated' && JSON.stringify(payload).includes('"beds"'));

    const ended = one.ask('session.end', { reason: 'done' });
    expect((await page.answer('session.end', 'session.ended', { stateReset: true, ...VIEW })).payload).toEqual({
      reason: 'done',
    });
    expect((await ended).payload).toMatchObject({ sessionId, stateReset: true });
    const log = await logOf(sessionId);
    expect(log.map(({ eventIndex }) => eventIndex)).toEqual(log.map((_, index) => index));
    expect(log.find(({ type }) => type === 'tool.called')?.payload).toMatchObject({ toolName: 'add', ok: true });
  });

  test('answers an error by its code; one of its own becomes TOOL_EXECUTION_FAILED', async () => {
    const { page, agent: one } = await remoteSession();
    for (const [code, expected] of [
      ['UNKNOWN_TOOL', 'UNKNOWN_TOOL'],
      ['OUT_OF_ROSES', 'TOOL_EXECUTION_FAILED'],
    ]) {
      const called = one.call('add');
      await page.until(({ type }, at = page.ofType('tool.call').length) => type === 'tool.call' && at > 0);
      await expect.poll(() => page.ofType('tool.call').length).toBe(expected === code ? 1 : 2);
      page.raw({
        v: 'mvp-0.2',
        type: 'error',
        replyTo: page.ofType('tool.call').at(-1)?.id,
        payload: { code, message: 'No.' },
      });
      expect((await called).payload).toEqual({ code: expected, message: 'No.' });
    }
  });

  test('that shows nothing is NO_ACTIVE_SPEC; a call without a reason does not reach it', async () => {
    const roomName = newRoom();
    const page = await host(roomName);
    page.send('state.updated', { uiSpec: null });
    const one = await agent(roomName);
    const started = one.ask('session.start', start);
    await page.answer('session.start', 'session.started', {});
    await started;
    expect((await one.call('add')).payload.code).toBe('NO_ACTIVE_SPEC');
    expect((await one.call('add', {}, ' ')).payload.code).toBe('INVALID_PARAMS');
    expect(page.ofType('tool.call')).toEqual([]);
  });

  test('that does not answer is TOOL_EXECUTION_FAILED after its time, and a late answer changes nothing', async () => {
    const { page, agent: one } = await remoteSession();
    // What the sockets and the database do takes real time; only the timers of the relay are advanced.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const until = async (isDone: () => boolean) => {
      while (!isDone()) await new Promise(setImmediate);
    };
    const id = one.send('tool.call', { toolName: 'add', params: {}, reason: 'r' });
    await until(() => page.ofType('tool.call').length > 0);
    await vi.advanceTimersByTimeAsync(31_000);
    await until(() => one.frames.some(({ replyTo }) => replyTo === id));
    vi.useRealTimers();
    expect(one.frames.find(({ replyTo }) => replyTo === id)?.payload).toMatchObject({ code: 'TOOL_EXECUTION_FAILED' });
    const late = { uiSpec: { stage: 'late' } };
    page.raw({
      v: 'mvp-0.2',
      type: 'tool.result',
      id: 'late',
      replyTo: page.ofType('tool.call')[0]?.id,
      payload: late,
    });
    expect((await page.until(({ replyTo }) => replyTo === 'late')).payload.code).toBe('INVALID_PARAMS');
    expect(JSON.stringify(one.frames)).not.toContain('"late"');
  });

  test('that is closed answers its requests with why, and the agent may cancel its calls', async () => {
    const { page, agent: one } = await remoteSession();
    const cancelled = one.call('add');
    await page.until(({ type }) => type === 'tool.call');
    one.send('tool.cancel');
    expect((await cancelled).payload.message).toContain('cancelled');
    await page.until(({ type }) => type === 'request.cancelled');
    const called = one.call('add');
    await expect.poll(() => page.ofType('tool.call').length).toBe(2);
    page.close();
    expect((await called).payload).toMatchObject({
      code: 'TOOL_EXECUTION_FAILED',
      message: expect.stringContaining('closed'),
    });
  });

  test('that says that it works on a call has more time, and agents that asked for extensions hear of it', async () => {
    const { page, agent: plain, roomName } = await remoteSession();
    const extended = await agent(roomName, { ext: { app: null } });
    for (const one of [plain, extended]) one.send('tool.call', { toolName: 'add', params: {}, reason: 'r' });
    await expect.poll(() => page.ofType('tool.call').length).toBe(2);
    const calls = page.ofType('tool.call');
    const { rows: before } = await pool().query(WAITING_REQUESTS, [roomName]);
    for (const { id } of calls)
      page.raw({ v: 'mvp-0.2', type: 'tool.progress', replyTo: id, payload: { text: 'Digging.' } });
    const heard = await extended.until(({ type }) => type === 'tool.progress');
    expect(heard).toMatchObject({ replyTo: expect.any(String), payload: { text: 'Digging.' } });
    const wrong = await page.ask('tool.progress', {}, { replyTo: 'no-such-request' });
    expect(wrong.payload.code).toBe('INVALID_PARAMS');
    const { rows: after } = await pool().query(WAITING_REQUESTS, [roomName]);
    expect(after.every(({ expires }, index) => expires > before[index].expires)).toBe(true);
    for (const { id } of calls)
      page.raw({ v: 'mvp-0.2', type: 'tool.result', replyTo: id, payload: { ok: true, ...VIEW } });
    for (const one of [plain, extended]) await one.until(({ type }) => type === 'tool.result');
    expect(plain.ofType('tool.progress')).toEqual([]);
    expect((await plain.ask('tool.progress')).payload.code).toBe('INVALID_MESSAGE');
  });

  test('that only says that it works on a call is waited for ten minutes and not longer', async () => {
    const { page, roomName } = await remoteSession();
    const one = await agent(roomName, { ext: { app: null } });
    await one.ask('session.start', start);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const until = async (isDone: () => boolean) => {
      while (!isDone()) await new Promise(setImmediate);
    };
    const id = one.send('tool.call', { toolName: 'add', params: {}, reason: 'r' });
    const errors = () => one.frames.filter(({ type, replyTo }) => type === 'error' && replyTo === id);
    await until(() => page.ofType('tool.call').length > 0);
    for (let round = 1; round <= 30; round++) {
      expect(errors()).toEqual([]);
      page.send('tool.progress', {}, { replyTo: page.ofType('tool.call')[0]?.id });
      await until(() => one.ofType('tool.progress').length === round);
      await vi.advanceTimersByTimeAsync(20_000);
    }
    await until(() => errors().length > 0);
    vi.useRealTimers();
    expect(errors()[0]?.payload).toMatchObject({
      code: 'TOOL_EXECUTION_FAILED',
      message: expect.stringContaining('in time'),
    });
  });

  test('cannot store more than 64 KiB, nor a view of another form', async () => {
    const { page } = await remoteSession();
    for (const payload of [
      { uiSpec: { text: 'x'.repeat(70_000) } },
      { messageHistory: 'all' },
      { toolSchema: [{}] },
      { source: 'nobody' },
    ])
      expect((await page.ask('state.updated', payload)).payload.code).toBe('INVALID_PARAMS');
  });

  test('whose answer says ok in another form is refused, and the call waits for a valid answer', async () => {
    const { page, agent: one } = await remoteSession();
    const called = one.call('add');
    const { id: replyTo } = await page.until(({ type }) => type === 'tool.call');
    page.raw({ v: 'mvp-0.2', type: 'tool.result', replyTo, payload: { ok: 'no' } });
    const refused = await page.until(({ type }) => type === 'error');
    expect(refused.payload).toEqual({ code: 'INVALID_PARAMS', message: 'ok: must be true or false.' });
    page.raw({ v: 'mvp-0.2', type: 'tool.result', replyTo, payload: { ok: false } });
    expect(await called).toMatchObject({ type: 'tool.result', payload: { ok: false, toolName: 'add' } });
  });
});

describe('a room of a study', () => {
  const from = (origin: string) => ({ headers: { origin } });
  const pathOf = (name: string) => `?room=${name}`;

  test('is joined by pages of the origins that it allows, for this room alone', async () => {
    const [{ room }, { room: other }] = [await studyRoomFixture(), await studyRoomFixture()];
    const page = await host(room.session_id, { key: room.host_key, path: pathOf(room.session_id), ...from(ORIGIN) });
    expect(page.joined).toMatchObject({ type: 'relay.joined', payload: { sessionId: room.session_id } });
    const stray = await RelayClient.overWebSocket(url(), { origin: ORIGIN }, pathOf(room.session_id));
    for (const name of [other.session_id, 'default'])
      expect(
        (await stray.ask('relay.join', { role: 'host', sessionId: name }, { ext: { participant: other.host_key } }))
          .payload,
      ).toMatchObject({ code: 'SESSION_NOT_ACTIVE' });
    for (const [origin, path] of [
      ['https://elsewhere.example', pathOf(room.session_id)],
      ['null', pathOf(room.session_id)],
      [ORIGIN, ''],
      [ORIGIN, pathOf('r-guessed00000')],
      [ORIGIN, pathOf('default')],
    ] as const)
      await expect(RelayClient.overWebSocket(url(), { origin }, path)).rejects.toThrow('403');
  });

  test('is hosted by who has its key, and read by agents who have its token', async () => {
    const { room } = await studyRoomFixture();
    const thief = await client();
    for (const key of [room.join_token, `${room.host_key.slice(0, -1)}_`, 'x'.repeat(32)])
      expect(
        (
          await thief.ask(
            'relay.join',
            { role: 'host', sessionId: room.session_id },
            { ext: { app: 'remote', participant: key } },
          )
        ).payload.code,
      ).toBe('SESSION_NOT_ACTIVE');
    const page = await host(room.session_id, { key: room.host_key });
    for (const token of [room.host_key, undefined])
      expect(
        (await thief.ask('relay.join', { role: 'agent', sessionId: room.session_id }, token ? { ext: { token } } : {}))
          .payload.code,
      ).toBe('SESSION_NOT_ACTIVE');
    expect(page.ofType('presence.changed').every(({ payload }) => payload.agents === 0)).toBe(true);
    const invited = await agent(room.session_id, { ext: { token: room.join_token } });
    expect(invited.joined.type).toBe('relay.joined');
  });

  test('says study and participant itself, and its sessions are of its researcher', async () => {
    const { owner, room } = await studyRoomFixture();
    const page = await host(room.session_id, { key: room.host_key });
    const one = await agent(room.session_id, { ext: { token: room.join_token } });
    expect((await one.ask('session.start', { ...start, participantId: 'P08' })).payload.code).toBe('INVALID_PARAMS');
    const started = one.ask('session.start');
    await page.answer('session.start', 'session.started', VIEW);
    const { payload } = await started;
    const { rows } = await pool().query('SELECT owner_id, study_id, participant_id FROM relay_sessions WHERE id = $1', [
      payload.sessionId,
    ]);
    expect(rows).toEqual([{ owner_id: owner.ownerId, study_id: 'pilot-01', participant_id: 'P07' }]);
    await expect(removeStudyRoom({ ownerId: owner.ownerId, roomId: room.room_id })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('has new keys when its researcher asks: the earlier ones open nothing, and the session goes on with the new ones', async () => {
    const { owner, room } = await studyRoomFixture();
    const page = await host(room.session_id, { key: room.host_key });
    const one = await agent(room.session_id, { ext: { token: room.join_token } });
    const started = one.ask('session.start');
    await page.answer('session.start', 'session.started', VIEW);
    const { sessionId } = (await started).payload;
    const waiting = one.call('add');
    await page.until(({ type }) => type === 'tool.call');
    const stranger = await ownerFixture();
    const origin = 'http://localhost:3000';
    for (const of of [
      { ownerId: stranger.ownerId, roomId: room.room_id },
      { ownerId: owner.ownerId, roomId: stranger.ownerId },
    ])
      await expect(renewStudyRoom({ ...of, origin })).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const renewed = await renewStudyRoom({ ownerId: owner.ownerId, roomId: room.room_id, origin });
    expect(renewed).toMatchObject({ room_id: room.room_id, is_open: false, agents: 0, running_session: sessionId });
    expect(await listStudyRooms({ ownerId: owner.ownerId, origin, limit: 5 })).toEqual([renewed]);
    expect((await waiting).payload.code).toBe('TOOL_EXECUTION_FAILED');
    for (const connection of [page, one]) {
      await connection.untilClosed();
      expect(connection.frames.at(-1)).toMatchObject({ type: 'error', payload: { code: 'SESSION_NOT_ACTIVE' } });
      expect(JSON.stringify(connection.frames)).not.toContain(renewed.join_token);
      expect(JSON.stringify(connection.frames)).not.toContain(renewed.host_key);
    }
    const late = await client();
    for (const [role, ext] of [
      ['host', { app: 'remote', participant: room.host_key }],
      ['host', { app: 'remote', participant: room.host_key, member: page.joined.ext?.member, after: 1 }],
      ['agent', { token: room.join_token }],
    ] as const)
      expect((await late.ask('relay.join', { role, sessionId: room.session_id }, { ext })).payload).toMatchObject({
        code: 'SESSION_NOT_ACTIVE',
      });
    const back = await host(room.session_id, { key: renewed.host_key });
    expect(back.joined.ext).toMatchObject({ session: { sessionId } });
    const again = await agent(room.session_id, { ext: { token: renewed.join_token } });
    const resumed = again.ask('session.start');
    expect((await resumed).payload).toEqual({ sessionId });
  });

  test('of two pages that race for it one hosts, and the other one can answer nothing', async () => {
    const { room } = await studyRoomFixture();
    const pages = await Promise.all([1, 2, 3].map(() => host(room.session_id, { key: room.host_key })));
    await expect.poll(() => pages.filter(({ closeCode }) => closeCode === null).length).toBe(1);
    const one = await agent(room.session_id, { ext: { token: room.join_token } });
    const started = one.ask('session.start');
    const last = pages.find(({ closeCode }) => closeCode === null);
    await last?.answer('session.start', 'session.started', VIEW);
    expect((await started).type).toBe('session.started');
    for (const page of pages.filter((each) => each !== last)) expect(page.ofType('session.start')).toEqual([]);
  });

  test('are as many as an owner may have, also of racing calls', async () => {
    const { ownerId } = await ownerFixture();
    const make = () =>
      makeStudyRooms({
        ownerId,
        app: 'remote',
        studyId: 's',
        participantIds: ['1', '2'],
        allowedOrigins: [],
        pageUrl: null,
        maxRooms: 5,
        origin: 'http://localhost:3000',
      });
    const racing = await Promise.allSettled([make(), make(), make(), make()]);
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = racing.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });
});
