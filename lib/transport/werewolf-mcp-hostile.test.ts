import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { env } from '@/lib/core/env';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import { playerIdOf } from '@/lib/games/werewolf/state';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { useServer } from './testing/use-server';
import { endWerewolfPhase, werewolfMatch, werewolfMatchIn } from './testing/werewolf-match';

useDatabase();
useClock();
const server = useServer();
beforeAll(async () => {
  env().EXHIBITION = false;
  await seedFirstParty();
});

// biome-ignore lint/suspicious/noExplicitAny: each tool answers its own fields.
type Answer = any;

/** An agent at /mcp?toolsets=gateway,werewolf, through an official client. */
interface Connection {
  client: Pick<Client, 'callTool' | 'readResource' | 'getPrompt' | 'close'>;
  /** Counts the notifications of a resource from now on. */
  countUpdates(uri: string): Promise<{ readonly count: number }>;
}

const endpoint = () => new URL(`${server.url}/mcp?toolsets=gateway,werewolf`);
const requestInit = ({ apiKey }: AgentFixture) => ({ headers: { authorization: `Bearer ${apiKey}` } });

async function connectHandshake(agent: AgentFixture): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(endpoint(), { requestInit: requestInit(agent) }));
  const countUpdates = async (uri: string) => {
    const seen = { count: 0 };
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => {
      seen.count++;
    });
    await client.subscribeResource({ uri });
    return seen;
  };
  return { client, countUpdates };
}

async function connectStateless(agent: AgentFixture): Promise<Connection> {
  const client = new StatelessClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StatelessTransport(endpoint(), { requestInit: requestInit(agent) }));
  const countUpdates = async (uri: string) => {
    const seen = { count: 0 };
    client.setNotificationHandler('notifications/resources/updated', () => {
      seen.count++;
    });
    await client.listen({ resourceSubscriptions: [uri] });
    return seen;
  };
  return { client: client as unknown as Connection['client'], countUpdates };
}

const open: Connection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ client }) => client.close()));
});

const resetLimits = () => pool().query('DELETE FROM rate_limits');
const codeOf = ({ error }: Answer): string => error?.code ?? 'ok';

async function call({ client }: Connection, tool: string, args: object = {}): Promise<Answer> {
  const result = await client.callTool({ name: `et.werewolf.${tool}`, arguments: { ...args } });
  const answer = result.structuredContent as Answer;
  expect(result.isError ?? false).toBe(!answer.ok);
  return answer;
}

const WAIT = { timeout: 10_000 };
const STILL_MS = 300;

/** Resolves when the counts have not changed for a while. One notification can stand for several events. */
async function unchanged(counts: () => readonly number[]): Promise<void> {
  for (let last = ''; last !== String(counts()); ) {
    last = String(counts());
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
  }
}

const inputsOf = async (matchId: string): Promise<number> =>
  (await pool().query('SELECT count(*)::int AS n FROM match_inputs WHERE match_id = $1', [matchId])).rows[0].n;

describe.each([
  ['2025-11-25', connectHandshake],
  ['2026-07-28', connectStateless],
])('a hostile player with the official client of %s', (_revision, connectAgent) => {
  const connect = async (agent: AgentFixture) => {
    const connection = await connectAgent(agent);
    open.push(connection);
    return connection;
  };

  it('acts once with twenty calls of one key at the same time, and gets one answer', async () => {
    const { matchId, agentAt, living } = await werewolfMatchIn('DAY_VOTE');
    const [first, second] = living as [number, number];
    const voter = await connect(agentAt(first));
    const vote = { matchId, targetPlayerId: playerIdOf(second), idempotencyKey: 'twenty-votes' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(voter, 'match.vote', vote)));
    expect(answers[0]).toMatchObject({ ok: true });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { rows } = await pool().query(
      `SELECT 1 FROM match_inputs WHERE match_id = $1 AND move->>'type' = 'vote' AND seat = $2`,
      [matchId, first],
    );
    expect(rows).toHaveLength(1);
    expect(codeOf(await call(voter, 'match.vote', { ...vote, targetPlayerId: null }))).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('gets a fault with its path for arguments that do not fit, whatever the phase, and changes nothing', async () => {
    const { matchId, holder } = await werewolfMatchIn('NIGHT');
    const wolf = await connect(holder('WEREWOLF'));
    const before = await inputsOf(matchId);
    const target = { matchId, targetPlayerId: 'p:1' };
    const faulty: [tool: string, args: object, path: string[]][] = [
      ['match.night.wolf_kill', { matchId }, ['targetPlayerId']],
      ['match.night.wolf_kill', { ...target, targetPlayerId: null }, ['targetPlayerId']],
      ['match.night.wolf_kill', { ...target, targetPlayerId: ['p:1'] }, ['targetPlayerId']],
      ['match.night.wolf_kill', { ...target, seat: 1 }, ['seat']],
      ['match.night.wolf_kill', { ...target, idempotencyKey: 'short' }, ['idempotencyKey']],
      ['match.night.wolf_kill', { ...target, matchId: { $ne: null } }, ['matchId']],
      ['match.night.wolf_chat', { matchId, text: '' }, ['text']],
      ['match.night.wolf_chat', { matchId, text: 'x'.repeat(401) }, ['text']],
      ['match.say_public', { matchId, text: 'x'.repeat(501) }, ['text']],
      ['match.say_public', { matchId, text: 'Hello', kind: 'SHOUT' }, ['kind']],
      ['match.vote', { matchId, targetPlayerId: null, reason: 'x'.repeat(201) }, ['reason']],
      ['match.events.get', { matchId, limit: 201 }, ['limit']],
      ['match.events.get', { matchId, limit: 0 }, ['limit']],
      ['match.get_state', { matchId, recentPublicMessagesLimit: 51 }, ['recentPublicMessagesLimit']],
      ['matches.list', { status: 'active' }, ['status']],
      ['queue.join', { preferredDisplayName: 'x'.repeat(33) }, ['preferredDisplayName']],
    ];
    for (const [tool, args, path] of faulty) {
      await resetLimits();
      const fault = await call(wolf, tool, args).catch((thrown: unknown) => thrown);
      expect({ tool, args, fault }).toMatchObject({ fault: { code: -32602, data: { issues: [{ path }] } } });
    }
    expect(await inputsOf(matchId)).toBe(before);
  });

  it('gets a refusal of the tool for arguments that fit the schema and cannot be used, and changes nothing', async () => {
    const { matchId, living, agentAt } = await werewolfMatchIn('DAY_DISCUSSION');
    const speaker = await connect(agentAt(living[0] ?? 0));
    const before = await inputsOf(matchId);
    const secret = (await call(speaker, 'match.events.get', { matchId, limit: 200 })).events.find(
      ({ type }: { type: string }) => type.includes('PRIVATE') || type === 'ROLE_DEALT',
    );
    const refused: [tool: string, args: object, field: string][] = [
      ['match.say_public', { matchId, text: ' ' }, 'text'],
      ['match.say_public', { matchId, text: 'Hello \u202egood' }, 'text'],
      ['match.say_public', { matchId, text: 'Yes.', replyToEventId: 'theSeerIsP3AndWolfIsP5xx' }, 'replyToEventId'],
      ['match.say_public', { matchId, text: 'Yes.', replyToEventId: secret?.eventId ?? 'x' }, 'replyToEventId'],
      ['match.events.get', { matchId, afterEventId: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }, 'afterEventId'],
    ];
    for (const [tool, args, field] of refused) {
      await resetLimits();
      const { ok, error } = await call(speaker, tool, args);
      expect({ tool, args, ok, error }).toMatchObject({
        ok: false,
        error: { code: 'VALIDATION_ERROR', retryable: false },
      });
      expect(error.message).toContain(field);
    }
    expect(await inputsOf(matchId)).toBe(before);
    await resetLimits();
    const answer = await call(speaker, 'match.say_public', { matchId, text: 'Who has an idea?' });
    const other = await connect(agentAt(living[1] ?? 1));
    const reply = { matchId, text: 'I have.', replyToEventId: answer.eventId };
    expect(await call(other, 'match.say_public', reply)).toMatchObject({ ok: true });
  });

  it('cannot act, and reads nothing secret, with a key that may only read', async () => {
    const { matchId, holder } = await werewolfMatchIn('NIGHT');
    const outsider = await connect(await agentFixture({ scopes: ['lobby:read'] }));
    await call(await connect(holder('WEREWOLF')), 'match.night.wolf_chat', { matchId, text: 'Quietly.' });
    const args = { matchId, targetPlayerId: 'p:1' };
    expect(codeOf(await call(outsider, 'match.night.wolf_kill', args))).toBe('FORBIDDEN');
    expect((await call(outsider, 'match.get_state', { matchId })).state.you).toBeNull();
    const stream = { uri: `botplay://streams/werewolf:${matchId}` };
    await expect(outsider.client.readResource(stream)).rejects.toThrow();
    const reader = await connect(await agentFixture());
    const [content] = (await reader.client.readResource(stream)).contents as { text: string }[];
    expect(content?.text).toContain('MATCH_CREATED');
    expect(content?.text).not.toMatch(/Quietly|WOLF_CHAT|knownWolves|PRIVATE/);
  });

  it('is notified of nothing that only the werewolves read, alive or dead', async () => {
    const { matchId, state, living, agentAt, holder } = await werewolfMatchIn('DAY_VOTE');
    const uri = `botplay://streams/werewolf:${matchId}`;
    const [doomed, survivor] = state.roles.flatMap((role, seat) => (role === 'WEREWOLF' ? [seat] : [])) as [
      number,
      number,
    ];
    const [dead, wolf, villager] = [
      await connect(agentAt(doomed)),
      await connect(agentAt(survivor)),
      await connect(holder('VILLAGER')),
    ];
    const [toDead, toWolf, toVillager] = await Promise.all([dead, wolf, villager].map((one) => one.countUpdates(uri)));
    for (const seat of living) {
      const voter = seat === doomed ? dead : seat === survivor ? wolf : await connect(agentAt(seat));
      await call(voter, 'match.vote', { matchId, targetPlayerId: playerIdOf(doomed) });
    }
    await endWerewolfPhase(matchId);
    const night = await werewolfMatch(matchId);
    expect([night.state.phase, night.state.alive[doomed]]).toEqual(['NIGHT', false]);
    const counts = () => [toDead, toVillager, toWolf].map((seen) => seen?.count ?? 0) as [number, number, number];
    await unchanged(counts);
    const before = counts();

    expect(await call(wolf, 'match.night.wolf_chat', { matchId, text: 'Alone now.' })).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(counts()[2]).toBeGreaterThan(before[2]), WAIT);
    await unchanged(counts);
    expect(counts().slice(0, 2)).toEqual(before.slice(0, 2));
    const toldWolf = counts()[2];
    await endWerewolfPhase(matchId);
    await vi.waitFor(() => {
      const [toldDead, toldVillager, toldWolfAgain] = counts();
      expect(toldDead).toBeGreaterThan(before[0]);
      expect(toldVillager).toBeGreaterThan(before[1]);
      expect(toldWolfAgain).toBeGreaterThan(toldWolf);
    }, WAIT);
    const [content] = (await dead.client.readResource({ uri })).contents as { text: string }[];
    expect(content?.text).not.toMatch(/Alone now|WOLF_CHAT/);
  });

  it('continues from a message of its pack after its death, and reads no later one', async () => {
    const { matchId, state, agentAt } = await werewolfMatchIn('NIGHT');
    const [doomed, survivor] = state.roles.flatMap((role, seat) => (role === 'WEREWOLF' ? [seat] : [])) as [
      number,
      number,
    ];
    const dead = await connect(agentAt(doomed));
    const { eventId } = await call(dead, 'match.night.wolf_chat', { matchId, text: 'My last night.' });
    for (const phase of ['DAY_ANNOUNCE', 'DAY_OPENING', 'DAY_DISCUSSION', 'DAY_VOTE']) {
      await endWerewolfPhase(matchId);
      expect((await werewolfMatch(matchId)).state.phase).toBe(phase);
    }
    const { alive } = (await werewolfMatch(matchId)).state;
    for (const [seat, isAlive] of alive.entries()) {
      const vote = { matchId, targetPlayerId: playerIdOf(doomed) };
      if (isAlive) await call(await connect(agentAt(seat)), 'match.vote', vote);
    }
    await endWerewolfPhase(matchId);
    await call(await connect(agentAt(survivor)), 'match.night.wolf_chat', { matchId, text: 'Alone now.' });
    const waited = (await dead.client.callTool({
      name: 'events.wait',
      arguments: { stream: `werewolf:${matchId}`, after: eventId, timeout_ms: 0 },
    })) as Answer;
    const { events } = await call(dead, 'match.events.get', { matchId, afterEventId: eventId, limit: 200 });
    const types = events.map(({ type }: Answer) => type);
    expect(types).toEqual(waited.structuredContent.events.map(({ type }: Answer) => type));
    expect(types).toContain('PLAYER_ELIMINATED');
    expect(JSON.stringify([waited, events])).not.toMatch(/Alone now|WOLF_CHAT/);
  });
});
