import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { now } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import { newApiKey } from '@/lib/core/secrets';
import { pool } from '@/lib/data/database';
import { markStopped } from '@/lib/domain/controls';
import { authenticate, mintToken, revokeKey } from '@/lib/domain/keys';
import { hashAddress, limitOfShare, takeLimit } from '@/lib/domain/limits';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { client, page, newRoom, url } = useRelay();

beforeAll(() => {
  Object.assign(process.env, { NODE_ENV: 'production' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
});

const REFUSED = { type: 'error', payload: { code: 'SESSION_NOT_ACTIVE' } };
let visitors = 0;

/** A page of a visitor who is not signed in, in the room of its own that it was given. */
async function visitorPage() {
  const host = await page('default', { participant: `visitor-number-${++visitors}` });
  const { sessionId } = host.joined.payload as { sessionId: string };
  return { host, sessionId, token: host.joined.ext?.joinToken as string };
}

/** A signed-in owner with an open page and an agent. */
async function ownerPage() {
  const owner = await ownerFixture();
  const agent = await agentFixture({ owner });
  const participant = `browser-of-${owner.ownerId}`;
  const host = await page('default', { participant, headers: { cookie: owner.cookie } });
  return { owner, agent, host, roomName: host.joined.payload.sessionId };
}

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
const joinOf = (sessionId?: unknown) => ({ role: 'agent', ...(sessionId === undefined ? {} : { sessionId }) });

describe.each(['ws', 'io'] as const)('in production over %s', (kind) => {
  const opened = (headers: Record<string, string> = {}) => client(kind, { headers });

  test('an agent joins a page by its join token, and plays to the end of a session', async () => {
    const { host, sessionId, token } = await visitorPage();
    const one = await opened();
    expect(await one.ask('relay.join', joinOf(sessionId), { ext: { token } })).toMatchObject({
      type: 'relay.joined',
      payload: { role: 'agent', sessionId },
    });
    expect((await one.ask('session.start', { studyId: 's', participantId: 'p' })).type).toBe('session.started');
    // Pages outside the embedded set-up are asked first.
    const waiting = one.call('pick', { itemId: 'b' }).then(() => one.call('order'));
    const { payload } = await host.until(({ type }) => type === 'approval.requested');
    host.send('approval.decide', { approvalId: payload.approvalId, approved: true });
    expect((await waiting).type).toBe('tool.result');
    expect((await one.ask('session.end', { reason: 'done' })).type).toBe('session.ended');
  });

  test('no room is open: default, an unknown room and a name of the own choice are refused alike', async () => {
    const { sessionId } = await visitorPage();
    const one = await opened();
    const answers: unknown[] = [];
    for (const name of [undefined, 'default', newRoom(), sessionId]) {
      const refused = await one.ask('relay.join', joinOf(name));
      expect(refused).toMatchObject(REFUSED);
      answers.push(String(refused.payload.message).replace(JSON.stringify(name ?? 'default'), ''));
    }
    expect(new Set(answers).size).toBe(1);
    const host = await opened();
    const participant = 'secret-of-a-stranger';
    for (const name of [newRoom(), sessionId])
      expect(await host.ask('relay.join', { role: 'host', sessionId: name }, { ext: { participant } })).toMatchObject(
        REFUSED,
      );
    const { rows } = await pool().query('SELECT count(*)::int AS open FROM relay_rooms WHERE is_open');
    expect(rows).toEqual([{ open: 0 }]);
  });

  test("a wrong join token and another session's one are refused, and join nothing", async () => {
    const [mine, other] = [await visitorPage(), await visitorPage()];
    const one = await opened();
    const tokens = [
      other.token,
      `${mine.token.slice(0, -1)}${mine.token.endsWith('_') ? '-' : '_'}`,
      mine.token.toLowerCase(),
      'x'.repeat(32),
    ];
    for (const token of tokens)
      expect(await one.ask('relay.join', joinOf(mine.sessionId), { ext: { token } })).toMatchObject(REFUSED);
    for (const type of ['session.start', 'snapshot.get'])
      expect(await one.ask(type, { studyId: 's', participantId: 'p' })).toMatchObject(REFUSED);
    expect(mine.host.ofType('presence.changed').every(({ payload }) => payload.agents === 0)).toBe(true);
  });

  test('a revoked join token disconnects the agents, withdraws their calls and joins no more', async () => {
    const { host, sessionId, token } = await visitorPage();
    const one = await opened();
    const { ext } = await one.ask('relay.join', joinOf(sessionId), { ext: { token } });
    await one.ask('session.start', { studyId: 's', participantId: 'p' });
    await one.call('pick', { itemId: 'b' });
    one.send('tool.call', { toolName: 'order', params: {}, reason: 'r' });
    const { payload: asked } = await host.until(({ type }) => type === 'approval.requested');
    const renewed = await host.ask('token.renew');
    expect(renewed.payload).toEqual({ joinToken: expect.any(String) });
    const { joinToken } = renewed.payload;
    expect(joinToken).not.toBe(token);
    expect(await one.until(({ type, replyTo }) => type === 'error' && replyTo === undefined)).toMatchObject(REFUSED);
    await one.untilClosed();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 0);
    const decision = { approvalId: asked.approvalId, approved: true };
    expect((await host.ask('approval.decide', decision)).payload.code).toBe('INVALID_PARAMS');
    const again = await opened();
    for (const more of [{ token }, { token, member: ext?.member, after: ext?.seq }])
      expect(await again.ask('relay.join', joinOf(sessionId), { ext: more })).toMatchObject(REFUSED);
    expect((await again.ask('relay.join', joinOf(sessionId), { ext: { token: joinToken } })).type).toBe('relay.joined');
    const stored = await pool().query("SELECT data FROM events WHERE stream LIKE 'relay:%'");
    expect(JSON.stringify(stored.rows)).not.toContain(joinToken);
  });

  test('an agent may not renew the join token', async () => {
    const { sessionId, token } = await visitorPage();
    const one = await opened();
    await one.ask('relay.join', joinOf(sessionId), { ext: { token } });
    expect((await one.ask('token.renew')).payload.code).toBe('INVALID_MESSAGE');
  });

  test('an agent joins the page of its owner as default by its key or a token of it, and no other page', async () => {
    const { agent, roomName } = await ownerPage();
    const { accessToken } = await mintToken({ caller: agent.caller, ttlS: 600 });
    for (const headers of [bearer(agent.apiKey), bearer(accessToken), { 'x-api-key': agent.apiKey }]) {
      const one = await opened(headers);
      expect(await one.ask('relay.join', joinOf())).toMatchObject({
        type: 'relay.joined',
        payload: { sessionId: roomName },
      });
    }
    const { agent: stranger } = await ownerPage();
    const other = await opened(bearer(stranger.apiKey));
    expect(await other.ask('relay.join', joinOf(roomName))).toMatchObject(REFUSED);
    const unclaimed = await opened(bearer((await agentFixture()).apiKey));
    for (const name of [undefined, roomName])
      expect(await unclaimed.ask('relay.join', joinOf(name))).toMatchObject(REFUSED);
  });

  test('a wrong, an expired and a revoked credential are refused at the upgrade', async () => {
    const { owner, agent } = await ownerPage();
    const { accessToken } = await mintToken({ caller: agent.caller, ttlS: 60 });
    const wrong = [
      `${agent.apiKey.slice(0, -1)}${agent.apiKey.endsWith('a') ? 'b' : 'a'}`,
      `${accessToken}x`,
      'pgos_x',
    ];
    for (const credential of wrong) await expect(opened(bearer(credential))).rejects.toThrow('401');
    advanceClock(61_000);
    await expect(opened(bearer(accessToken))).rejects.toThrow('401');
    await revokeKey({ keyId: agent.caller.apiKeyId, ownerId: owner.ownerId });
    await expect.poll(() => opened(bearer(agent.apiKey)).then(() => 'opened', String)).toContain('401');
  });

  test('a revoked credential withdraws the calls that wait for the person; the same call of another agent waits on', async () => {
    const { owner, agent, host } = await ownerPage();
    const other = await agentFixture({ owner });
    const [revoked, stays] = [await opened(bearer(agent.apiKey)), await opened(bearer(other.apiKey))];
    for (const one of [revoked, stays]) {
      await one.ask('relay.join', joinOf());
      await one.ask('session.start', { studyId: 's', participantId: 'p' });
    }
    await stays.call('pick', { itemId: 'b' });
    const order = { toolName: 'order', params: {}, reason: 'r' };
    revoked.send('tool.call', order);
    const { payload: asked } = await host.until(({ type }) => type === 'approval.requested');
    const answer = stays.ask('tool.call', order);
    await stays.ask('snapshot.get');
    await revokeKey({ keyId: agent.caller.apiKeyId, ownerId: owner.ownerId });
    await revoked.untilClosed();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 1);
    host.send('approval.decide', { approvalId: asked.approvalId, approved: true });
    expect(await answer).toMatchObject({ type: 'tool.result', payload: { ok: true, toolName: 'order' } });
    expect(host.ofType('tool.called').filter(({ payload }) => payload.toolName === 'order' && payload.ok)).toHaveLength(
      1,
    );

    const last = await agentFixture({ owner });
    const alone = await opened(bearer(last.apiKey));
    await alone.ask('relay.join', joinOf());
    await alone.call('pick', { itemId: 'b' });
    alone.send('tool.call', order);
    const { payload: waiting } = await host.until(
      ({ type, payload }) => type === 'approval.requested' && payload.approvalId !== asked.approvalId,
    );
    await revokeKey({ keyId: last.caller.apiKeyId, ownerId: owner.ownerId });
    const { payload: decided } = await host.until(
      ({ type, payload }) => type === 'approval.decided' && payload.approvalId === waiting.approvalId,
    );
    expect(decided.status).toBe('cancelled');
    const late = await host.ask('approval.decide', { approvalId: waiting.approvalId, approved: true });
    expect(late.payload.code).toBe('INVALID_PARAMS');
  });

  test('a connection ends when its credential is revoked or expires, or its owner stops the agent', async () => {
    const { owner, agent, host } = await ownerPage();
    const { accessToken } = await mintToken({ caller: agent.caller, ttlS: 60 });
    const expiring = await opened(bearer(accessToken));
    await expiring.ask('relay.join', joinOf());
    advanceClock(61_000);
    await expiring.untilClosed();
    const revoked = await opened(bearer(agent.apiKey));
    await revoked.ask('relay.join', joinOf());
    await revoked.ask('session.start', { studyId: 's', participantId: 'p' });
    await revokeKey({ keyId: agent.caller.apiKeyId, ownerId: owner.ownerId });
    await revoked.untilClosed();
    const stopped = await agentFixture({ owner });
    const one = await opened(bearer(stopped.apiKey));
    await one.ask('relay.join', joinOf());
    await markStopped({ ownerId: owner.ownerId, agentId: stopped.agentId, isStopped: true });
    await one.untilClosed();
    for (const ended of [expiring, revoked, one]) expect(ended.frames.at(-1)).toMatchObject(REFUSED);
    await expect(opened(bearer(stopped.apiKey))).rejects.toThrow('403');
    await expect.poll(() => host.ofType('presence.changed').at(-1)?.payload.agents).toBe(0);
  });
});

describe('an address that sent too many invalid credentials', () => {
  const invalid = () => bearer(newApiKey().secret);
  beforeAll(async () => {
    const tries = Array.from({ length: 100 }, () => authenticate({ ...invalid(), address: '127.0.0.1' }));
    await Promise.allSettled(tries);
  });

  test.each(['ws', 'io'] as const)(
    'is refused with 429 over %s, except with a credential that has worked',
    async (kind) => {
      await expect(client(kind, { headers: invalid() })).rejects.toThrow('429');
      const { apiKey } = await agentFixture();
      const one = await client(kind, { headers: bearer(apiKey) });
      expect((await one.ask('relay.join', joinOf('no-such-page'))).type).toBe('error');
    },
  );

  test('is given the time to wait', async () => {
    const headers = { ...invalid(), connection: 'Upgrade', upgrade: 'websocket' };
    const [answer] = (await once(http.get(`http://${url()}/agent/ws`, { headers }), 'response')) as [IncomingMessage];
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    answer.destroy();
  });
});

test('an address uses a number of rooms in a day, and a page comes back to its own', async () => {
  const { sessionId } = await visitorPage();
  const participant = `visitor-number-${visitors}`;
  const most = limitOfShare('relay_rooms', 'address') ?? 0;
  await pool().query(
    `INSERT INTO relay_rooms (id, name, app, is_open, participant_hash, live, head, updated_at, opened_from)
     SELECT gen_random_uuid(), 'filled-' || n, 'list', false, 'filled-' || n, '{}', '{}', $2, $3 FROM generate_series(1, $1) n`,
    [most, now(), hashAddress('127.0.0.1')],
  );
  const stranger = await client('io');
  const refused = await stranger.ask('relay.join', { role: 'host' }, { ext: { participant: 'one-room-too-many' } });
  expect(refused).toMatchObject({
    type: 'error',
    payload: { message: expect.stringContaining(`used ${most} sessions`) },
  });
  const back = await page('default', { participant });
  expect(back.joined.payload.sessionId).toBe(sessionId);
  await pool().query(`DELETE FROM relay_rooms WHERE name LIKE 'filled-%'`);
});

test('a room stores a number of bytes in a day: the refusal answers the frame, and another room goes on', async () => {
  const [full, other] = [await visitorPage(), await visitorPage()];
  const { rows } = await pool().query<{ id: string }>('SELECT id FROM relay_rooms WHERE name = $1', [full.sessionId]);
  await takeLimit('relay_room_bytes', rows[0]?.id ?? '', 32 * 1_048_576);
  const refused = await full.host.ask('session.start', { studyId: 's', participantId: 'p' });
  expect(refused).toMatchObject({
    type: 'error',
    payload: { code: 'TOOL_EXECUTION_FAILED', message: expect.stringContaining('in a day') },
  });
  expect((await other.host.ask('session.start', { studyId: 's', participantId: 'p' })).type).toBe('session.started');
});

test('snapshot.get counts among the bytes of a room: it is refused when they are used up', async () => {
  const { host, sessionId } = await visitorPage();
  await host.ask('session.start', { studyId: 's', participantId: 'p' });
  expect((await host.ask('snapshot.get')).type).toBe('snapshot.state');
  const { rows } = await pool().query<{ id: string }>('SELECT id FROM relay_rooms WHERE name = $1', [sessionId]);
  const roomId = rows[0]?.id ?? '';
  await takeLimit('relay_room_bytes', roomId, 32 * 1_048_576).catch(() => {});
  const stored = () => pool().query('SELECT count(*)::int FROM events WHERE stream = $1', [`relay:${roomId}`]);
  const before = (await stored()).rows;
  expect(await host.ask('snapshot.get')).toMatchObject({
    type: 'error',
    payload: { code: 'TOOL_EXECUTION_FAILED', message: expect.stringContaining('in a day') },
  });
  expect((await stored()).rows).toEqual(before);
});

test('a frame over the limit of frames is refused as the answer to its id', async () => {
  const { host } = await visitorPage();
  const ids = Array.from({ length: 900 }, (_, n) => `flood-${n}`);
  for (const id of ids) host.raw({ v: 'mvp-0.2', type: 'snapshot.get', id, payload: {} });
  const refused = await host.until(
    ({ type, payload }) => type === 'error' && String(payload.message).includes('Slow down'),
    'a refusal of a frame over the limit',
  );
  expect(ids).toContain(refused.replyTo);
});

test('an address makes a bounded number of rooms, and pages that have one come back', async () => {
  const { sessionId } = await visitorPage();
  const participant = `visitor-number-${visitors}`;
  for (let isTaken = false; !isTaken; )
    isTaken = await takeLimit('relay_room', '127.0.0.1').then(
      () => false,
      () => true,
    );
  const stranger = await client('io');
  const refused = await stranger.ask('relay.join', { role: 'host' }, { ext: { participant: 'one-visitor-too-many' } });
  expect(refused).toMatchObject({
    type: 'error',
    payload: { message: expect.stringContaining('sessions from this address') },
  });
  const back = await page('default', { participant });
  expect(back.joined.payload.sessionId).toBe(sessionId);
});
