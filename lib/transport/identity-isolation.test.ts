import { once } from 'node:events';
import net from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { announceChange, pollLiveStatuses, registerExperience } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { closeExperienceClients } from '@/lib/gateway';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type FakeOptions, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { useServer } from './testing/use-server';

// Every byte that an experience receives while two agents of one owner play it, over TCP, as it arrives.

useDatabase();
const server = useServer();
const open: { close(): unknown }[] = [];
afterAll(async () => {
  await closeExperienceClients();
  for (const one of open) await one.close();
});

/** A TCP relay to a local port that keeps everything that clients send. */
async function recordingRelay(toPort: number) {
  const chunks: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const relay = net.createServer((near) => {
    const far = net.connect(toPort, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.on('data', (chunk) => chunks.push(chunk));
    near.pipe(far).pipe(near);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  open.push({
    close: () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  return { port: (relay.address() as net.AddressInfo).port, received: () => Buffer.concat(chunks).toString('latin1') };
}

/** An experience behind a relay, registered as playable. */
async function recorded(options: FakeOptions, overrides: Record<string, unknown> = {}) {
  const fake = await fakeExperience({ ...options, token: 'stored-token' });
  open.push(fake);
  const { port, received } = await recordingRelay(Number(new URL(fake.url).port));
  fake.url = fake.url.replace(/:\d+/, `:${port}`);
  const publisher = { agentId: null, ownerId: null };
  const { id } = await registerExperience({ publisher, manifest: manifestFor(fake, overrides) });
  await pool().query(`UPDATE experiences SET verification_status = 'verified' WHERE id = $1`, [id]);
  await announceChange(id);
  return { experienceId: id, received };
}

/** Calls a tool over REST as a client with much to tell about itself. */
async function callAs(agent: AgentFixture, tool: string, input: Record<string, unknown>) {
  const answer = await fetch(`${server.url}/api/tools/${tool}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${agent.apiKey}`,
      'user-agent': 'canary-user-agent',
      cookie: 'session=canary-cookie',
      'x-forwarded-for': '203.0.113.77',
      'x-request-id': 'canary-request',
      traceparent: '00-canary-trace',
    },
    body: JSON.stringify(input),
  });
  const value = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${tool}: ${JSON.stringify(value)}`);
  return value;
}

async function twoAgents() {
  const owner = await ownerFixture();
  const ada = await agentFixture({ owner, displayName: 'Canary Ada' });
  const bob = await agentFixture({ owner, displayName: 'Canary Bob' });
  return { owner, ada, bob };
}

/** Texts that would identify the agents or their owner to an experience. */
async function identifying({ owner, ada, bob }: Awaited<ReturnType<typeof twoAgents>>, experienceId: string) {
  const agents = [ada, bob];
  const { rows: keys } = await pool().query('SELECT id, prefix, hash FROM api_keys WHERE agent_id = ANY ($1)', [
    agents.map(({ agentId }) => agentId),
  ]);
  const { rows: others } = await pool().query('SELECT id FROM experiences WHERE id <> $1', [experienceId]);
  const elsewhere = others.flatMap(({ id }) =>
    agents.map(({ agentId }) => experienceAgentId({ agentId, experienceId: id })),
  );
  const ids = [owner.ownerId, ...agents.map(({ agentId }) => agentId)];
  return [
    ...ids,
    ...ids.map((id) => id.replaceAll('-', '')),
    owner.email,
    'Canary',
    'canary',
    '203.0.113.77',
    ...agents.map(({ apiKey }) => apiKey),
    ...keys.flatMap(({ id, prefix, hash }) => [id, prefix, hash]),
    ...elsewhere,
  ];
}

async function storeToken(agent: AgentFixture, experience_id: string): Promise<void> {
  const credentials = { token: 'stored-token' };
  await callAs(agent, 'credential.store', { experience_id, label: 'main', auth_method: 'bearer_token', credentials });
}

function expectNone(received: string, texts: readonly string[]): void {
  expect(texts.filter((text) => received.includes(text))).toEqual([]);
  const decoded = received.replace(/[A-Za-z0-9+/]{24,}={0,2}/g, (text) => Buffer.from(text, 'base64').toString());
  expect(texts.filter((text) => decoded.includes(text))).toEqual([]);
}

const MULTIPLAYER = {
  sessions: {
    mode: 'turn_based',
    interaction_model: 'session',
    min_players: 1,
    max_players: 4,
    multiplayer: { supported: true, min_players: 2, max_players: 4 },
  },
};
const CONTRACTS: [string, FakeOptions][] = [
  ['a stateful MCP experience', { transport: 'mcp', era: 'handshake' }],
  ['a stateless MCP experience', { transport: 'mcp', era: 'stateless' }],
];

describe('what is sent to', () => {
  it.each(CONTRACTS)('%s names players by their pairwise ids of it and by nothing else', async (_, options) => {
    const mcp = {
      auth: 'bearer',
      optional_tools: ['lobby.create', 'lobby.join', 'lobby.leave', 'match.start', 'match.end', 'experience.status'],
    };
    const { experienceId, received } = await recorded(options, MULTIPLAYER);
    const manifest = (await pool().query('SELECT manifest FROM experiences WHERE id = $1', [experienceId])).rows[0]
      .manifest;
    await pool().query('UPDATE experiences SET manifest = $2 WHERE id = $1', [
      experienceId,
      { ...manifest, mcp: { ...manifest.mcp, ...mcp } },
    ]);
    await announceChange(experienceId);
    await expectIsolated(experienceId, received);
  });

  it('a REST experience names players by their pairwise ids of it and by nothing else', async () => {
    const { experienceId, received } = await recorded({ transport: 'rest' }, MULTIPLAYER);
    await expectIsolated(experienceId, received);
  });

  it.each(['session', 'proxy'] as const)('a discovered server in %s mode names no player at all', async (model) => {
    const ownTools = [{ name: 'look', inputSchema: { type: 'object', properties: { at: { type: 'string' } } } }];
    const { experienceId, received } = await recorded(
      { transport: 'mcp', ownTools },
      { sessions: { interaction_model: model } },
    );
    const people = await twoAgents();
    const { ada, bob } = people;
    for (const agent of [ada, bob]) {
      await storeToken(agent, experienceId);
      const target = { experience_id: experienceId };
      if (model === 'proxy') {
        await callAs(agent, 'proxy.tools', target);
        await callAs(agent, 'proxy.call', { ...target, tool_name: 'look', arguments: { at: 'the sky' } });
        await callAs(agent, 'proxy.end', target);
      } else {
        const { session_id } = await callAs(agent, 'session.create', target);
        await callAs(agent, 'session.step', { session_id, action: { tool: 'look', args: { at: 'the sky' } } });
        await callAs(agent, 'session.tools', { session_id });
        await callAs(agent, 'session.end', { session_id });
      }
    }
    const pairwise = [ada, bob].map(({ agentId }) => experienceAgentId({ agentId, experienceId }));
    expect(received()).toContain('the sky');
    expect(received()).toContain('Bearer stored-token');
    expectNone(received(), [...(await identifying(people, experienceId)), ...pairwise]);
  });
});

/** Plays everything that two agents can do with an experience, and looks at what it has received. */
async function expectIsolated(experienceId: string, received: () => string): Promise<void> {
  const people = await twoAgents();
  const { ada, bob } = people;
  const target = { experience_id: experienceId };
  for (const agent of [ada, bob]) {
    await storeToken(agent, experienceId);
    await callAs(agent, 'memory.set', { ...target, data: { opening: 'e4' } });
    const { session_id } = await callAs(agent, 'session.create', { ...target, initial_action: { hello: true } });
    await callAs(agent, 'session.step', { session_id, action: { guess: 5 }, idempotency_key: 'canary-key' });
    await callAs(agent, 'session.end', { session_id, reason: 'tired' });
  }
  const { game_session_id } = await callAs(ada, 'lobby.create', target);
  await callAs(bob, 'lobby.join', { game_session_id });
  await callAs(bob, 'lobby.leave', { game_session_id });
  await callAs(bob, 'lobby.join', { game_session_id });
  await callAs(ada, 'match.start', { game_session_id });
  await callAs(ada, 'match.end', { game_session_id, reason: 'over' });
  await pollLiveStatuses({ olderThanS: 0 });
  const all = received();
  for (const { agentId } of [ada, bob]) expect(all).toContain(experienceAgentId({ agentId, experienceId }));
  for (const sent of ['"opening":"e4"', 'Bearer stored-token', 'tired', 'over']) expect(all).toContain(sent);
  expectNone(all, await identifying(people, experienceId));
}
