import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import { fireDueMatches, type MatchRow, readMatch } from '@/lib/domain/matches';
import { fireTown } from '@/lib/domain/werewolf';
import { startBus, stopBus } from '@/lib/events';
import type { WerewolfState } from '@/lib/games/werewolf';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import specification from '@/lib/tools/werewolf-tools.json';
import { useServer } from './testing/use-server';

useDatabase();
useClock();
const server = useServer();
beforeAll(async () => {
  env().EXHIBITION = false;
  await Promise.all([startBus(), seedFirstParty()]);
});
afterAll(stopBus);

interface Answer {
  ok: boolean;
  serverTime: string;
  error: { code: string; message: string; retryable: boolean } | null;
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers its own fields.
  [field: string]: any;
}

/** An agent at /mcp/werewolf, through the official client, which checks every answer against the listed schema. */
class Player {
  readonly client = new Client({ name: 'test', version: '1' });

  constructor(readonly agent: AgentFixture) {}

  async connect(path = '/mcp/werewolf'): Promise<this> {
    const requestInit = { headers: { authorization: `Bearer ${this.agent.apiKey}` } };
    await this.client.connect(new StreamableHTTPClientTransport(new URL(server.url + path), { requestInit }));
    await this.client.listTools();
    return this;
  }

  async call(tool: string, args: object = {}): Promise<Answer> {
    const result = await this.client.callTool({ name: `et.werewolf.${tool}`, arguments: { ...args } });
    const answer = result.structuredContent as Answer;
    const [text] = result.content as { text: string }[];
    expect(JSON.parse(text?.text ?? '')).toEqual(answer);
    expect([result.isError ?? false, answer.error === null]).toEqual([!answer.ok, answer.ok]);
    return answer;
  }
}

const players = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) =>
      new Player(await agentFixture({ displayName: `Agent ${index + 1}` })).connect(),
    ),
  );

/** What a player reads in a day and its night when each player speaks twice: about fifty events of 250 bytes. */
const MAX_BYTES_A_DAY = 20_000;

/** Forgets the calls that were counted, so that a test does not wait for the limits of 8.6. */
const resetLimits = () => pool().query('DELETE FROM rate_limits');

/** Eight agents with a match. */
async function seatedPlayers(): Promise<{ all: Player[]; matchId: string }> {
  const all = await players(8);
  let matchId = '';
  for (const player of all) matchId = (await player.call('queue.join')).matchAssignment?.matchId ?? '';
  return { all, matchId };
}

const stateOf = async (matchId: string): Promise<MatchRow & { state: WerewolfState }> =>
  (await readMatch(matchId)) as MatchRow & { state: WerewolfState };

/** Lets the running phase end by its time. */
async function endPhase(matchId: string): Promise<void> {
  const { deadlineAt } = await stateOf(matchId);
  if (deadlineAt) setClock(deadlineAt);
  await fireDueMatches();
  await resetLimits();
}

async function untilPhase(matchId: string, phase: string): Promise<void> {
  for (let n = 0; n < 10 && (await stateOf(matchId)).state.phase !== phase; n++) await endPhase(matchId);
  expect((await stateOf(matchId)).state.phase).toBe(phase);
}

/** The tool of each required action with its fixed arguments; those with a target get it besides. */
const TOOL_OF: Record<string, [tool: string, args: object]> = {
  WOLF_KILL: ['match.night.wolf_kill', {}],
  SEER_INSPECT: ['match.night.seer_inspect', {}],
  DOCTOR_PROTECT: ['match.night.doctor_protect', {}],
  SPEAK_OPENING: ['match.say_public', { text: 'I am a villager.', kind: 'OPENING' }],
  SPEAK_DISCUSSION: ['match.say_public', { text: 'I have no idea.' }],
  VOTE: ['match.vote', { reason: 'Just a feeling.' }],
};

/** Follows requiredAction and knows nothing else. Returns the action. */
async function followRequiredAction(player: Player, matchId: string): Promise<string> {
  const { state } = await player.call('match.get_state', { matchId });
  const { type, allowedTargets, alreadySubmitted } = state.you.requiredAction;
  const action = alreadySubmitted ? undefined : TOOL_OF[type];
  if (!action) return 'NONE';
  const [tool, args] = action;
  const targetPlayerId = allowedTargets.at(type === 'DOCTOR_PROTECT' ? -1 : 0);
  const target = targetPlayerId === undefined ? {} : { targetPlayerId };
  expect(await player.call(tool, { matchId, ...target, ...args })).toMatchObject({ ok: true, error: null });
  return type;
}

describe('the Werewolf toolset', () => {
  it('lists the tools of the specification, word for word', async () => {
    const [player] = (await players(1)) as [Player];
    const { tools } = await player.client.listTools();
    const expected = specification.map(({ outputSchema, ...tool }) => ({
      ...tool,
      outputSchema: { ...outputSchema, required: ['ok', 'serverTime', 'error'] },
    }));
    expect(tools).toEqual(expected);
  });

  it('shows only the tools that the scopes of a credential allow', async () => {
    const reader = await new Player(await agentFixture({ scopes: ['lobby:read'] })).connect();
    const names = (await reader.client.listTools()).tools.map(({ name }) => name.replace('et.werewolf.', ''));
    expect(names).toEqual(['queue.status', 'matches.list', 'match.get_state', 'match.events.get']);
    expect(await reader.call('queue.join')).toMatchObject({ error: { code: 'FORBIDDEN', retryable: false } });
  });

  it('answers unknown tools and arguments that do not fit with -32602 and the path', async () => {
    const [player] = (await players(1)) as [Player];
    await expect(player.client.callTool({ name: 'et.werewolf.fly', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(player.call('match.vote', { matchId: newId() })).rejects.toMatchObject({
      code: -32602,
      data: { issues: [{ path: ['targetPlayerId'] }] },
    });
    await expect(player.call('queue.join', { queueId: 'x', color: 1 })).rejects.toMatchObject({
      code: -32602,
      data: { issues: [{ path: ['color'] }] },
    });
  });

  it('offers the rules, a prompt for each role and the brief of each phase', async () => {
    const [player] = (await players(1)) as [Player];
    const { prompts } = await player.client.listPrompts();
    const roles = ['villager', 'werewolf', 'seer', 'doctor'].map((role) => `werewolf-role-${role}`);
    expect(prompts.map(({ name }) => name).sort()).toEqual(['werewolf-phase', 'werewolf-rules', ...roles].sort());
    for (const name of ['werewolf-rules', ...roles]) {
      const { messages } = await player.client.getPrompt({ name });
      expect(JSON.stringify(messages).length).toBeGreaterThan(150);
    }
    const brief = await player.client.getPrompt({ name: 'werewolf-phase', arguments: { phase: 'DAY_VOTE' } });
    expect(JSON.stringify(brief.messages)).toContain('tie');
    const { resources } = await player.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['botplay://werewolf/rules']);
    const { contents } = await player.client.readResource({ uri: 'botplay://werewolf/rules' });
    expect(JSON.stringify(contents)).toContain('DOCTOR');
  });

  it('is called over REST by the door for every tool', async () => {
    const { apiKey } = await agentFixture();
    const call = (tool: string, body: object) =>
      fetch(`${server.url}/api/tools/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const status = await call('et.werewolf.queue.status', {});
    expect([status.status, await status.json()]).toMatchObject([200, { ok: true, queue: { position: null } }]);
    const missing = await call('et.werewolf.match.get_state', { matchId: 'm1' });
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { ok: false, error: { code: 'MATCH_NOT_FOUND', retryable: false } },
    ]);
    const invalid = await call('et.werewolf.match.get_state', {});
    expect([invalid.status, await invalid.json()]).toMatchObject([400, { error: { code: 'VALIDATION_ERROR' } }]);
  });
});

describe('a match of eight agents', () => {
  it('is played blind to its end by following requiredAction', async () => {
    const { all, matchId } = await seatedPlayers();
    expect((await all[0]?.call('queue.status'))?.matchAssignment).toMatchObject({ matchId, seat: 1 });
    for (const player of all) {
      expect(await player.call('match.ready', { matchId })).toMatchObject({ ok: true, ready: true });
    }
    const done = new Set<string>();
    for (let phases = 0; phases < 60 && (await stateOf(matchId)).status === 'active'; phases++) {
      await resetLimits();
      const { phase, alive } = (await stateOf(matchId)).state;
      for (const [seat, player] of all.entries()) {
        if (alive[seat] && (await stateOf(matchId)).state.phase === phase) {
          done.add(await followRequiredAction(player, matchId));
        }
      }
      if ((await stateOf(matchId)).state.phase === phase) await endPhase(matchId);
    }
    const match = await stateOf(matchId);
    expect(match.status).toBe('completed');
    expect(done).toContain('WOLF_KILL');
    expect(done).toContain('VOTE');
    await resetLimits();
    const { events } = (await (all[7] as Player).call('match.events.get', { matchId, limit: 200 })) as Answer;
    const ended = events.find(({ type }: { type: string }) => type === 'GAME_ENDED');
    expect(ended.payload).toMatchObject({ winningTeam: match.state.winner, seed: match.seed });
    const { state } = (await (all[7] as Player).call('match.get_state', { matchId })) as Answer;
    expect(state).toMatchObject({ phase: 'ENDED' });
    expect(state.players.map(({ revealedRole }: { revealedRole: string }) => revealedRole)).toEqual(match.state.roles);
    expect((await all[0]?.call('queue.status'))?.matchAssignment).toBeNull();
    const rated = match.seats.map(({ eloBefore, eloAfter }) => (eloAfter ?? 0) - (eloBefore ?? 0));
    expect(rated.every((gain) => gain !== 0)).toBe(true);
    await Promise.all([fireTown(), fireTown()]);
    const wolf = match.state.roles.indexOf('WEREWOLF');
    const read = async (path: string) => (await fetch(`${server.url}/api/town/${path}`)).json();
    expect(await read(`players/${match.seats[wolf]?.agentId}`)).toMatchObject({
      ratings: [{ faction: 'WEREWOLVES', matches: 1 }],
      roles: [{ role: 'WEREWOLF', matches: 1 }],
      style: { lies_as_wolf: 1, votes_for_wolves: null },
    });
    const { rankings } = (await read('rankings?faction=VILLAGERS')) as { rankings: { matches: number }[] };
    expect(rankings.map(({ matches }) => matches)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('is played to its end by following next_action, and each player reads little for it', async () => {
    const { all, matchId } = await seatedPlayers();
    const clients = await Promise.all(
      all.map(({ agent }) => new Player(agent).connect('/mcp?toolsets=gateway,werewolf')),
    );
    const cursors = new Map<Player, string>();
    const bytesRead = new Map<Player, number>();
    const read = async (player: Player, name: string, args: object): Promise<Answer> => {
      const result = await player.client.callTool({ name, arguments: { ...args } });
      const [content] = result.content as { text: string }[];
      bytesRead.set(player, (bytesRead.get(player) ?? 0) + (content?.text.length ?? 0));
      expect([name, args, result.isError ?? false, content?.text]).toEqual([name, args, false, content?.text]);
      return result.structuredContent as Answer;
    };
    const next = async (player: Player) => {
      const wait = { stream: `werewolf:${matchId}`, after: cursors.get(player) ?? '', timeout_ms: 0 };
      const { cursor, next_action } = await read(player, 'events.wait', wait);
      cursors.set(player, cursor);
      return next_action;
    };
    for (let phases = 0; phases < 60 && (await stateOf(matchId)).status === 'active'; phases++) {
      await resetLimits();
      const { phase } = (await stateOf(matchId)).state;
      for (const player of clients) {
        const action = await next(player);
        if (!action || (await stateOf(matchId)).state.phase !== phase) continue;
        const { tool, arguments: args, choices } = action;
        const text = tool.endsWith('say_public')
          ? { text: `I am ${player.agent.agentId.slice(-4)}, and I listen.` }
          : {};
        await read(player, tool, { ...args, ...text, ...(choices && { targetPlayerId: choices.targetPlayerId[0] }) });
      }
      if ((await stateOf(matchId)).state.phase === phase) await endPhase(matchId);
    }
    const { status, state } = await stateOf(matchId);
    expect(status).toBe('completed');
    for (const player of clients) expect(await next(player)).toBeNull();
    const perDay = Math.max(...bytesRead.values()) / state.dayNumber;
    expect(perDay).toBeLessThan(MAX_BYTES_A_DAY);
  });

  it('refuses with the codes of the specification', async () => {
    const { all, matchId } = await seatedPlayers();
    const [outsider] = (await players(1)) as [Player];
    const code = async (player: Player | undefined, tool: string, args: object = {}) =>
      (await player?.call(tool, { matchId, ...args }))?.error?.code;
    expect(await code(outsider, 'match.ready')).toBe('NOT_A_PLAYER');
    expect(await code(outsider, 'match.ready', { matchId: newId() })).toBe('MATCH_NOT_FOUND');
    expect(await code(outsider, 'match.get_state', { matchId: "x'; --" })).toBe('MATCH_NOT_FOUND');
    expect(await code(all[0], 'match.vote', { targetPlayerId: 'p:2' })).toBe('WRONG_PHASE');
    expect(await code(all[0], 'match.say_public', { text: 'Hello.' })).toBe('WRONG_PHASE');
    expect(await code(all[0], 'queue.join', { matchId: undefined, queueId: 'other' })).toBe('UNSUPPORTED_QUEUE');
    await untilPhase(matchId, 'NIGHT');
    const { roles } = (await stateOf(matchId)).state;
    const holder = (role: string) => all[roles.indexOf(role as 'SEER')];
    const [seer, wolf, doctor] = [holder('SEER'), holder('WEREWOLF'), holder('DOCTOR')];
    const wolfId = `p:${roles.indexOf('WEREWOLF') + 1}`;
    const seerId = `p:${roles.indexOf('SEER') + 1}`;
    expect(await code(seer, 'match.night.wolf_chat', { text: 'Hello.' })).toBe('WRONG_ROLE');
    expect(await code(wolf, 'match.night.seer_inspect', { targetPlayerId: seerId })).toBe('WRONG_ROLE');
    expect(await code(seer, 'match.night.seer_inspect', { targetPlayerId: seerId })).toBe('INVALID_TARGET');
    expect(await code(wolf, 'match.night.wolf_kill', { targetPlayerId: wolfId })).toBe('INVALID_TARGET');
    expect(await code(doctor, 'match.night.doctor_protect', { targetPlayerId: 'nobody' })).toBe('INVALID_TARGET');
    const inspection = { matchId, targetPlayerId: wolfId, idempotencyKey: 'inspect-1' };
    const first = await seer?.call('match.night.seer_inspect', inspection);
    expect(first).toMatchObject({ ok: true, result: { targetPlayerId: wolfId, alignment: 'WEREWOLF' } });
    expect(await seer?.call('match.night.seer_inspect', inspection)).toEqual(first);
    expect(await code(seer, 'match.night.seer_inspect', { targetPlayerId: wolfId })).toBe('ALREADY_SUBMITTED');
    expect(await code(seer, 'match.night.seer_inspect', { ...inspection, targetPlayerId: 'p:1', x: undefined })).toBe(
      wolfId === 'p:1' ? undefined : 'IDEMPOTENCY_CONFLICT',
    );
    await wolf?.call('match.night.wolf_kill', { matchId, targetPlayerId: seerId });
    await untilPhase(matchId, 'DAY_OPENING');
    expect(await code(seer, 'match.say_public', { text: 'Boo.' })).toBe('PLAYER_DEAD');
    const { state } = (await (seer as Player).call('match.get_state', { matchId })) as Answer;
    expect(state.you).toMatchObject({ alive: false, requiredAction: { type: 'NONE' } });
  });

  it('limits messages and reads as 8.6 says', async () => {
    const { all, matchId } = await seatedPlayers();
    await untilPhase(matchId, 'NIGHT');
    const { roles } = (await stateOf(matchId)).state;
    const wolf = all[roles.indexOf('WEREWOLF')] as Player;
    const chat = () => wolf.call('match.night.wolf_chat', { matchId, text: 'Hush.' });
    expect(await chat()).toMatchObject({ ok: true, message: { text: 'Hush.' } });
    expect(await chat()).toMatchObject({ error: { code: 'RATE_LIMITED', retryable: true } });
    const other = all[roles.lastIndexOf('WEREWOLF')] as Player;
    expect(await other.call('match.night.wolf_chat', { matchId, text: 'Yes.' })).toMatchObject({ ok: true });
    const reads = await Promise.all([1, 2, 3].map(() => other.call('match.events.get', { matchId })));
    expect(reads.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['RATE_LIMITED', 'ok', 'ok']);
  });

  it('shows each reader the events that it may know, under the same ids, in order, after a cursor', async () => {
    const { all, matchId } = await seatedPlayers();
    await untilPhase(matchId, 'NIGHT');
    const { roles } = (await stateOf(matchId)).state;
    const wolf = all[roles.indexOf('WEREWOLF')] as Player;
    const villager = all[roles.indexOf('VILLAGER')] as Player;
    const [outsider] = (await players(1)) as [Player];
    const answer = await wolf.call('match.night.wolf_chat', { matchId, text: 'Quiet.' });
    const read = async (player: Player, afterEventId: string | null = null) =>
      (await player.call('match.events.get', { matchId, afterEventId })).events as { eventId: string; type: string }[];
    const [ofWolf, ofVillager, ofOutsider] = [await read(wolf), await read(villager), await read(outsider)];
    expect(ofWolf.find(({ type }) => type === 'WOLF_CHAT_MESSAGE')).toMatchObject({
      eventId: answer.eventId,
      visibility: 'PRIVATE',
      payload: { text: 'Quiet.' },
    });
    expect(ofVillager.some(({ type }) => type === 'WOLF_CHAT_MESSAGE')).toBe(false);
    expect(ofOutsider[0]).toMatchObject({ type: 'MATCH_CREATED', visibility: 'PUBLIC' });
    expect(ofOutsider.every((event) => ofVillager.some(({ eventId }) => eventId === event.eventId))).toBe(true);
    const ids = ofWolf.map(({ eventId }) => eventId);
    expect(ids).toEqual([...ids].sort());
    expect(await read(wolf, ids[2])).toEqual(ofWolf.slice(3));
    await resetLimits();
    const unknown = await outsider.call('match.events.get', { matchId, afterEventId: newId() });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR', retryable: false } });
    const wait = await new Player(wolf.agent).connect('/mcp');
    const waited = await wait.client.callTool({
      name: 'events.wait',
      arguments: { stream: `werewolf:${matchId}`, timeout_ms: 0 },
    });
    expect(waited.structuredContent).toMatchObject({
      next_action: { tool: 'et.werewolf.match.night.wolf_kill', arguments: { matchId } },
    });
    const { events } = waited.structuredContent as { events: { id: string; type: string }[] };
    expect(events.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(events.find(({ id }) => id === answer.eventId)?.type).toBe('WOLF_CHAT_MESSAGE');
  });
});
