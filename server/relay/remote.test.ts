import { afterEach, describe, expect, test, vi } from 'vitest';
import { pool } from '@/lib/data/database';
import { makeStudyRooms, removeStudyRoom } from '@/lib/domain/relay';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { RelayClient } from './testing/relay-server';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();
const { client, agent, newRoom, url } = useRelay();
afterEach(() => void vi.useRealTimers());

const ORIGIN = 'https://garden.example';
const start = { studyId: 'pilot-01', participantId: 'P07' };
const VIEW = {
  uiSpec: { stage: 'garden', plants: [] as string[] },
  messageHistory: [],
  toolSchema: [{ name: 'add', description: 'Add a plant', parameters: {} }],
};

/** A page that follows the specification, as a host that runs its own application. */
async function host(roomName: string, { key = undefined as string | undefined, headers = {}, path = '' } = {}) {
  const page = await RelayClient.overWebSocket(`${url()}`, headers, path);
  const ext = { app: 'remote', ...(key === undefined ? {} : { participant: key }) };
  const joined = await page.ask('relay.join', { role: 'host', sessionId: roomName }, { ext });
  page.send('state.updated', { source: 'system', ...VIEW });
  /** The next request of a type, and how the page answers it. */
  const answer = async (type: string, reply: string, payload: object) => {
    const seen = page.frames.filter((frame) => frame.type === type).length;
    const request = await page.until((frame, at = page.ofType(type).length) => frame.type === type && at > seen - 1);
    page.raw({ v: 'mvp-0.2', type: reply, replyTo: page.ofType(type).at(-1)?.id, payload });
    return request;
  };
  return Object.assign(page, { joined, answer });
}

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

  test('cannot store more than 64 KiB, nor a view of another form', async () => {
    const { page } = await remoteSession();
    for (const payload of [{ uiSpec: { text: 'x'.repeat(70_000) } }, { messageHistory: 'all' }, { toolSchema: [{}] }])
      expect((await page.ask('state.updated', payload)).payload.code).toBe('INVALID_PARAMS');
  });
});

describe('a room of a study', () => {
  async function madeRoom(origins: string[] = [ORIGIN]) {
    const owner = await ownerFixture();
    const [room] = await makeStudyRooms({
      ownerId: owner.ownerId,
      app: 'remote',
      studyId: 'pilot-01',
      participantIds: ['P07'],
      allowedOrigins: origins,
      pageUrl: null,
      maxRooms: 5,
      origin: 'http://localhost:3000',
    });
    if (!room) throw new Error('no room was made');
    return { owner, room };
  }
  const from = (origin: string) => ({ headers: { origin } });
  const pathOf = (name: string) => `?room=${name}`;

  test('is joined by pages of the origins that it allows, for this room alone', async () => {
    const [{ room }, { room: other }] = [await madeRoom(), await madeRoom()];
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
    const { room } = await madeRoom();
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
    const { owner, room } = await madeRoom();
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

  test('of two pages that race for it one hosts, and the other one can answer nothing', async () => {
    const { room } = await madeRoom();
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
