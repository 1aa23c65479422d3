import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { listCredentials, listOwnedCredentials } from '@/lib/domain/credentials';
import { listNotices } from '@/lib/domain/notifications';
import { waitForVerifications } from '@/lib/domain/verification';
import { startBus, stopBus } from '@/lib/events';
import { closeExperienceClients } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture } from '@/lib/testing/play';
import { type FakeExperience, type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { sendRest } from './testing/send-rest';

useDatabase();
beforeAll(startBus);
const fakes: FakeExperience[] = [];
afterAll(async () => {
  await waitForVerifications();
  await closeExperienceClients();
  await Promise.all(fakes.map((fake) => fake.close()));
  await stopBus();
});

const SECRET = 'correct-horse-battery';
const HINT = /^The server of this experience has changed: it is now http:\/\/127\.0\.0\.1:\d+\. .* was not sent\./;

type Manifest = Record<string, unknown>;

/** Two servers of one experience, which is registered at the first; both are closed at the end. */
async function twoServers(options: FakeOptions, manifest: Manifest = {}) {
  const [a, b] = [await fakeExperience({ ...options }), await fakeExperience({ ...options })];
  fakes.push(a, b);
  const publisher = await playerFixture();
  const describeServer = (fake: FakeExperience) => {
    const own = manifestFor(fake, manifest);
    const parts = Object.fromEntries(
      ['mcp', 'discovered'].flatMap((name) => (own[name] ? [[name, { ...own[name], auth: 'bearer' }]] : [])),
    );
    return { manifest: { ...own, ...parts } };
  };
  const { id: experience_id } = await publisher.call<{ id: string }>('experience.register', describeServer(a));
  await waitForVerifications();
  const move = async (to: FakeExperience) => {
    const updated = await publisher.call('experience.update', { experience_id, ...describeServer(to) });
    await waitForVerifications();
    return updated;
  };
  return { a, b, publisher, experience_id, move };
}

const store = (player: Player, experience_id: string, more: Manifest = {}) =>
  player.call('credential.store', {
    experience_id,
    label: 'main',
    auth_method: 'bearer_token',
    credentials: { token: SECRET },
    ...more,
  });

const received = (fake: FakeExperience) => fake.received.join('\n');

async function agree(owner: OwnerFixture, { agentId }: Player, origin: string) {
  const [credential] = await listOwnedCredentials({ ownerId: owner.ownerId, agentId, limit: 1 });
  const path = `/api/console/agents/${agentId}/credentials/${credential?.id}/origin`;
  return sendRest('PUT', path, { owner, body: { origin } });
}

const originOf = (fake: FakeExperience) => new URL(fake.url).origin;

describe.each(['mcp', 'rest'] as const)('the token for an experience over %s whose server moves', (transport) => {
  it('is sent in no call to the new server, and again after the server has moved back', async () => {
    const { a, b, experience_id, move } = await twoServers({ transport });
    const player = await playerFixture();
    await store(player, experience_id);
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id });
    expect(received(a)).toContain(SECRET);
    expect(await move(b)).toMatchObject({ verification_status: 'unverified', verified_at: null });

    const step = { session_id, action: { guess: 5 } };
    expect(await player.call('session.step', step)).toMatchObject({ credential_hint: expect.stringMatching(HINT) });
    await player.call('session.end', { session_id });
    const opening = await player.call('session.create', { experience_id });
    expect(opening.reconnect_hint).toMatch(HINT);
    await player.call('session.end', { session_id: opening.session_id });
    const { credentials } = await player.call('credential.list', { experience_id });
    expect(credentials).toMatchObject([{ origin: originOf(a), is_withheld: true }]);
    expect(b.executed.length).toBeGreaterThan(3);
    expect(received(b)).not.toContain(SECRET);
    for (const { mcpSession } of a.executed) expect(received(b)).not.toContain(mcpSession ?? SECRET);

    a.received.length = 0;
    await move(a);
    const back = await player.call('session.create', { experience_id });
    expect(back).not.toHaveProperty('reconnect_hint');
    expect(received(a)).toContain(SECRET);
  });

  it('is sent to the new server after the owner has agreed to this server', async () => {
    const owner = await ownerFixture();
    const { a, b, experience_id, move } = await twoServers({ transport });
    const player = await playerFixture({ owner });
    await store(player, experience_id);
    expect((await agree(owner, player, originOf(a))).body.error.code).toBe('INVALID_STATE');
    await move(b);
    expect((await agree(await ownerFixture(), player, originOf(b))).status).toBe(404);
    expect((await agree(owner, player, 'https://elsewhere.example.org')).status).toBe(409);
    const [listed] = await listOwnedCredentials({ ownerId: owner.ownerId, agentId: null, limit: 9 });
    expect(listed).toMatchObject({ origin: originOf(a), movedTo: originOf(b) });
    const { notices } = await listNotices({ ownerId: owner.ownerId, limit: 9 });
    const data = { experience_id, origin: originOf(b) };
    expect(notices).toMatchObject([{ type: 'credential_withheld', data }]);

    expect(await agree(owner, player, originOf(b))).toMatchObject({ status: 200, body: { origin: originOf(b) } });
    await player.call('session.create', { experience_id });
    expect(received(b)).toContain(SECRET);
    const acts = 'SELECT tool, message, experience_id FROM audit_entries WHERE agent_id = $1 AND credential_id = $2';
    expect((await pool().query(acts, [player.agentId, owner.ownerId])).rows).toEqual([
      { tool: 'credential.agree-to-server', message: expect.stringContaining(originOf(b)), experience_id },
    ]);
  });

  it('is sent to the new server after an agent without an owner has stored it again', async () => {
    const { b, experience_id, move } = await twoServers({ transport });
    const player = await playerFixture();
    await store(player, experience_id);
    await move(b);
    expect(await store(player, experience_id)).toMatchObject({ origin: originOf(b) });
    await player.call('session.create', { experience_id });
    expect(received(b)).toContain(SECRET);
  });

  it('stays at its server while updates race with calls', async () => {
    const { a, b, experience_id, move } = await twoServers({ transport });
    const player = await playerFixture();
    await store(player, experience_id);
    const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id });
    let isMoving = true;
    const moving = (async () => {
      for (const to of [b, a, b, a, b]) await move(to);
      isMoving = false;
    })();
    while (isMoving) await player.call('session.step', { session_id, action: { guess: 5 } }).catch(() => undefined);
    await moving;
    expect(b.executed.some(({ tool }) => tool === 'session.step')).toBe(true);
    expect(received(b)).not.toContain(SECRET);
  });
});

it('a lobby and its match send no token to a new server', async () => {
  const multiplayer = { supported: true, min_players: 2, max_players: 4 };
  const sessions = { mode: 'turn_based', min_players: 1, max_players: 4, multiplayer };
  const { b, experience_id, move } = await twoServers({ transport: 'rest' }, { sessions });
  const [host, guest] = [await playerFixture(), await playerFixture()];
  for (const player of [host, guest]) await store(player, experience_id);
  await move(b);
  const { game_session_id } = await host.call('lobby.create', { experience_id });
  await guest.call('lobby.join', { game_session_id });
  await host.call('match.start', { game_session_id });
  await host.call('match.end', { game_session_id });
  const called = b.executed.map(({ tool }) => tool);
  expect(called).toEqual(expect.arrayContaining(['lobby.create', 'lobby.join', 'match.start', 'match.end']));
  expect(received(b)).not.toContain(SECRET);
});

const text = { type: 'string' };
const TOOLS = [
  { name: 'register', inputSchema: { type: 'object', properties: { username: text, password: text } } },
  { name: 'login', inputSchema: { type: 'object', properties: { username: text, password: text, world: text } } },
  { name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];
const DUNGEON: FakeOptions = {
  transport: 'mcp',
  ownTools: TOOLS,
  says: { register: () => ({ session_token: 'token-of-ada' }), login: () => ({ ok: true }), look: () => ({}) },
};
const ADA = { username: 'ada-of-a', password: SECRET };

describe('captured credentials of a server whose own tools are called, which moves', () => {
  it('fill no login at the new server, in a session that was open too', async () => {
    const { a, b, experience_id, move } = await twoServers(DUNGEON);
    const player = await playerFixture();
    const { session_id } = await player.call('session.create', { experience_id });
    const act = (tool: string, args: Manifest = {}) =>
      player.call('session.step', { session_id, action: { tool, args } });
    await act('register', ADA);
    await act('login');
    expect(a.executed.at(-1)?.args).toEqual(ADA);
    await move(b);
    expect(await act('login')).toMatchObject({ credential_hint: expect.stringMatching(HINT) });
    expect(b.executed.at(-1)?.args).toEqual({});
    const again = await player.call('session.create', { experience_id });
    expect(again.reconnect_hint).toMatch(HINT);
    expect(again.memory_hint).not.toContain('Register');
    await player.call('session.end', { session_id });
    for (const secret of [SECRET, 'ada-of-a', 'token-of-ada', a.executed[0]?.mcpSession ?? SECRET]) {
      expect(received(b)).not.toContain(secret);
    }
  });

  it('are not mixed with those that the new server shows', async () => {
    const { a, b, experience_id, move } = await twoServers(DUNGEON);
    const player = await playerFixture();
    const { session_id } = await player.call('session.create', { experience_id });
    const act = (tool: string, args: Manifest = {}) =>
      player.call('session.step', { session_id, action: { tool, args } });
    await act('register', ADA);
    await move(b);
    await act('register', { ...ADA, password: 'another-one' });
    await act('login');
    expect(b.executed.at(-1)?.args).toEqual({ ...ADA, password: 'another-one' });
    expect(received(b)).not.toContain(SECRET);
    const stored = await listCredentials({ agentId: player.agentId, experienceId: experience_id });
    expect(stored.map(({ origin }) => origin)).toEqual([originOf(a), originOf(b)]);
  });

  it('are not replaced by credentials in the memory of the owner', async () => {
    const { a, b, experience_id, move } = await twoServers(DUNGEON);
    const player = await playerFixture({ owner: await ownerFixture() });
    await player.call('memory.set', { experience_id, data: { ...ADA, world: 'second' }, layer: 'owner' });
    const { session_id } = await player.call('session.create', { experience_id });
    const login = () => player.call('session.step', { session_id, action: { tool: 'login' } });
    await login();
    expect(a.executed.at(-1)?.args).toEqual({ ...ADA, world: 'second' });
    await move(b);
    await login();
    expect(b.executed.at(-1)?.args).toEqual({ world: 'second' });
  });

  it('are not sent by proxy.call', async () => {
    const sessions = { interaction_model: 'proxy' };
    const { a, b, experience_id, move } = await twoServers(DUNGEON, { sessions });
    const player = await playerFixture();
    await store(player, experience_id);
    await player.call('proxy.call', { experience_id, tool_name: 'register', arguments: ADA });
    await player.call('proxy.call', { experience_id, tool_name: 'login' });
    expect(a.executed.at(-1)).toMatchObject({ args: ADA, authorization: `Bearer ${SECRET}` });
    await move(b);
    const login = { experience_id, tool_name: 'login' };
    expect(await player.call('proxy.call', login)).toMatchObject({ credential_hint: expect.stringMatching(HINT) });
    await player.call('proxy.tools', { experience_id });
    await player.call('proxy.end', { experience_id });
    expect(b.executed.some(({ tool }) => tool === 'login')).toBe(true);
    expect(received(b)).not.toContain(SECRET);
  });

  it('are named by the error of a server that refuses the call without them', async () => {
    const { b, experience_id, move } = await twoServers({ transport: 'rest' });
    const player = await playerFixture();
    await store(player, experience_id);
    const { session_id } = await player.call('session.create', { experience_id });
    await move(b);
    b.options.token = 'another';
    const error = await player.callError('session.step', { session_id, action: { guess: 1 } });
    expect(error).toMatchObject({
      code: 'EXPERIENCE_AUTH_FAILED',
      details: { credential_hint: expect.stringMatching(HINT) },
    });
  });

  it('do not follow a redirect to another server', async () => {
    const { a, b, experience_id } = await twoServers(DUNGEON);
    const player = await playerFixture();
    const { session_id } = await player.call('session.create', { experience_id });
    const act = (tool: string, args: Manifest = {}) => ({ session_id, action: { tool, args } });
    await player.call('session.step', act('register', ADA));
    a.options.redirectsTo = b.url;
    const error = await player.callError('session.step', act('login'));
    expect(error).toMatchObject({ code: 'EXPERIENCE_UNREACHABLE', message: expect.stringContaining('redirects') });
    await store(player, experience_id);
    await player.callError('session.step', act('look'));
    expect(received(b)).not.toContain(SECRET);
  });
});

describe('a discovered server', () => {
  it('keeps its origin in every update of its agent and of the owner', async () => {
    const [a, b] = [await fakeExperience(DUNGEON), await fakeExperience(DUNGEON)];
    fakes.push(a, b);
    const owner = await ownerFixture();
    const finder = await playerFixture({ owner });
    const { id: experience_id, manifest } = await finder.call('experience.discover', { server_url: a.url });
    await waitForVerifications();
    const at = (url: string) => ({ ...(manifest as Manifest), discovered: { server_url: url } });
    const issues = [{ path: ['manifest', 'discovered', 'server_url'], message: expect.stringContaining(originOf(a)) }];
    const refused = { code: 'VALIDATION_ERROR', details: { issues } };
    expect(await finder.callError('experience.update', { experience_id, manifest: at(b.url) })).toMatchObject(refused);
    const path = `/api/console/experiences/${experience_id}`;
    const byOwner = await sendRest('PUT', path, { owner, body: { manifest: at(b.url) } });
    expect(byOwner).toMatchObject({ status: 400, body: { error: refused } });
    const link = { ...(manifest as Manifest), tier: 1, discovered: undefined };
    await finder.call('experience.update', { experience_id, manifest: link });
    expect(await finder.callError('experience.update', { experience_id, manifest: at(b.url) })).toMatchObject(refused);
    const renamed = { ...at(`${a.url}?v=2`), summary: 'A dungeon' };
    const updated = await finder.call('experience.update', { experience_id, manifest: renamed });
    expect(updated).toMatchObject({ summary: 'A dungeon', kind: 'discovered' });
    expect(b.received).toEqual([]);
  });
});
