import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { now } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import type { Scope } from '@/lib/core/scopes';
import type { ToolDefinition } from '@/lib/core/tool';
import { pool } from '@/lib/data/database';
import { decideApproval, listApprovals } from '@/lib/domain/approvals';
import { markStopped, setApprovalRules } from '@/lib/domain/controls';
import { openDueEvents } from '@/lib/domain/demand';
import { openLeftoverGameLobbies } from '@/lib/domain/social';
import { stopAgents } from '@/lib/domain/supervision';
import { useCatalog } from '@/lib/testing/catalog';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { TOOLS } from '@/lib/tools';
import { scopeOf } from '@/lib/tools/access';
import { MESSAGE_TYPES } from '@/lib/tools/league-protocol';
import { openRelayServer } from '@/server/relay/testing/relay-server';
import { openRawSession, postMcp, rpc } from './testing/mcp';
import { useServer } from './testing/use-server';

// Every way in which an agent can act, and for each the rules of its owner: stop, scope, approval, daily cap.
// A rule that cannot apply to a way says why; a proof that stands in another file names it.

useCatalog();
const server = useServer();

type Json = Record<string, unknown>;
type Rule = 'stopped' | 'scope' | 'approval' | 'cap';
/** What was proved of each way. */
const table = new Map<string, Partial<Record<Rule, string>>>();
const note = (way: string, proofs: Partial<Record<Rule, string>>) => table.set(way, { ...table.get(way), ...proofs });
const HOLDS = 'holds';
const ACTIONS = 'holds: lib/domain/controls/actions.test.ts';
const MESSAGES = 'holds: league-messages.test.ts';
const NO_STEP = 'makes no step';
const SEAT = 'a seat is no step; its moves are';

/** Why a cap does not count the calls of a tool, or where it is proved that it does. Every tool that acts has an entry. */
const CAPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'session.create session.step proxy.call play.start play.call make_move league.move et.werewolf.match.ready et.werewolf.match.say_public',
      'et.werewolf.match.vote et.werewolf.match.night.wolf_chat et.werewolf.match.night.wolf_kill',
      'et.werewolf.match.night.seer_inspect et.werewolf.match.night.doctor_protect',
    ]
      .flatMap((line) => line.split(' '))
      .map((name) => [name, ACTIONS]),
  ),
  ...Object.fromEntries(
    [
      'session.end proxy.end memory.set lobby.create lobby.join lobby.leave match.start match.end match.abort',
      'social.create social.join social.leave social.message social.propose social.vote',
      'credential.store credential.delete credential.set-default profile.set',
      'demand.schedule demand.cancel demand.rsvp demand.unrsvp',
      'experience.register experience.update experience.delete',
      'experience.discover experience.rate experience.report register_player schedule_match start_game',
      'league.create league.start league.withdraw league.organize league.rehearse et.werewolf.queue.join et.werewolf.queue.leave',
      'roll_rpg_dice me.vacation me.claim',
    ]
      .flatMap((line) => line.split(' '))
      .map((name) => [name, NO_STEP]),
  ),
};
/** The stateless tools of the built-in games analyse a position; what counts is played in sessions. */
const isAnalysis = ({ toolset }: ToolDefinition) => toolset === 'games';

const ACTING = TOOLS.filter(({ hints }) => !hints.readOnly);
const findActing = (wanted: string) => ACTING.find(({ name }) => name === wanted) as ToolDefinition;
const environment = { ...process.env };
let owner: OwnerFixture;

beforeAll(async () => {
  owner = await ownerFixture();
  Object.assign(process.env, { NODE_ENV: 'production', EXHIBITION: 'false' });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
});
afterAll(() => {
  Object.assign(process.env, environment);
  resetOnce('env');
  const rules: Rule[] = ['stopped', 'scope', 'approval', 'cap'];
  const lines = [...table].map(
    ([way, proofs]) => `| ${way} | ${rules.map((rule) => proofs[rule] ?? 'NOT PROVED').join(' | ')} |`,
  );
  process.stdout.write(`\n| way | ${rules.join(' | ')} |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`);
});
beforeEach(() => pool().query('DELETE FROM rate_limits'));

const ownedPlayer = (scopes?: readonly Scope[]) => playerFixture({ owner, ...(scopes ? { scopes } : {}) });
/** Marks an agent as stopped and leaves what it is engaged in, as when the stop comes between two steps of another call. */
const markAsStopped = ({ agentId }: Player) => markStopped({ ownerId: owner.ownerId, agentId, isStopped: true });
const approveEach = ({ agentId }: Player, tools: string[]) =>
  setApprovalRules({ agentId, ownerId: owner.ownerId, tools });
const takeScope = async ({ agentId }: Player, scope: Scope) =>
  pool().query('UPDATE api_keys SET scopes = array_remove(scopes, $2) WHERE agent_id = $1', [agentId, scope]);

/** What a caller reads: the whole answer as text. */
type Door = (tool: ToolDefinition, player: Player) => Promise<string>;
const sessions = new Map<string, Record<string, string>>();
const inputOf = (tool: ToolDefinition) => (tool.examples[0] ?? {}) as Json;

const DOORS: Record<string, Door> = {
  async rest(tool, { apiKey }) {
    const answer = await fetch(`${server.url}/api/tools/${tool.name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(inputOf(tool)),
    });
    return answer.text();
  },
  async mcp(tool, { apiKey }) {
    const url = `${server.url}/mcp/${tool.toolset}`;
    const key = `${apiKey} ${tool.toolset}`;
    const headers = sessions.get(key) ?? (await openRawSession(url, apiKey).catch((refusal) => String(refusal)));
    if (typeof headers === 'string') return headers;
    sessions.set(key, headers);
    return (await postMcp(url, rpc('tools/call', { name: tool.name, arguments: inputOf(tool) }), headers)).text;
  },
  async 'json-rpc'(tool, { apiKey }) {
    const answer = await fetch(`${server.url}/mcp/${tool.toolset}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: rpc('tools/call', { name: tool.name, arguments: inputOf(tool) }),
    });
    return answer.text();
  },
};
const servedBy = (door: string) =>
  ACTING.filter(({ toolset }) => door !== 'json-rpc' || toolset === 'league' || toolset === 'referee');

/** Declines everything that waits for the owner until the work is done. */
async function whileOwnerDeclines<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (const { approval_id: approvalId, status } of await listApprovals(owner))
      if (status === 'pending') await decideApproval({ ownerId: owner.ownerId, approvalId, isApproved: false });
    await Promise.race([ended.catch(() => {}), new Promise((resolve) => setImmediate(resolve))]);
  }
  return ended;
}

it('every tool that acts has an entry', () => {
  const named = ACTING.filter((tool) => !isAnalysis(tool)).map(({ name }) => name);
  expect(Object.keys(CAPS).sort()).toEqual(
    [...named, 'roll_rpg_dice'].sort().filter((n, i, all) => all.indexOf(n) === i),
  );
  for (const tool of ACTING)
    if (CAPS[tool.name] === ACTIONS && tool.name !== 'session.create') expect(tool.asksInDomain, tool.name).toBe(true);
});

it.each(Object.keys(DOORS))('every tool that acts, over %s', { timeout: 120_000 }, async (door) => {
  const call = DOORS[door] as Door;
  const tools = servedBy(door);
  const [stopped, reader, asked] = [await ownedPlayer(), await ownedPlayer(['memory:read']), await ownedPlayer()];
  await markAsStopped(stopped);
  await approveEach(
    asked,
    tools.map(({ name }) => name),
  );
  const wayOf = ({ name }: ToolDefinition) => `${name} over ${door}`;
  for (const tool of tools) {
    expect(await call(tool, stopped), tool.name).toMatch(/stopped this agent|No session: 403/);
    const isForAll = scopeOf(tool) === 'any';
    if (!isForAll) expect(await call(tool, reader), tool.name).toMatch(/needs the scope/);
    note(wayOf(tool), {
      stopped: HOLDS,
      scope: isForAll ? 'any credential: it changes nothing of others' : HOLDS,
      ...(tool.asksInDomain ? { approval: ACTIONS } : {}),
      cap: isAnalysis(tool) ? 'an analysis is no step' : String(CAPS[tool.name]),
    });
  }
  const asking = tools.filter(({ asksInDomain }) => !asksInDomain);
  await whileOwnerDeclines(
    Promise.all(
      asking.map(async (tool) => {
        expect(await call(tool, asked), tool.name).toMatch(/owner declined this call/);
        note(wayOf(tool), { approval: HOLDS });
      }),
    ),
  );
});

it('a call of play.call passes the rules of the tool that it names', async () => {
  const [stopped, reader, asked] = [await ownedPlayer(), await ownedPlayer(['memory:read']), await ownedPlayer()];
  const example = { tool: 'memory.set', arguments: inputOf(findActing('memory.set')) };
  const playCall: ToolDefinition = { ...findActing('play.call'), examples: [example] };
  const call = (player: Player) => (DOORS.rest as Door)(playCall, player);
  await markAsStopped(stopped);
  await approveEach(asked, ['memory.set']);
  expect(await call(stopped)).toContain('stopped this agent');
  expect(await call(reader)).toContain('needs the scope');
  expect(await whileOwnerDeclines(call(asked))).toContain('owner declined this call');
  note('a tool within play.call', { stopped: HOLDS, scope: HOLDS, approval: HOLDS, cap: 'that of the tool' });
});

it('every message of the league is a tool that acts', () => {
  for (const [type, { tool }] of Object.entries(MESSAGE_TYPES)) {
    expect(ACTING.map(({ name }) => name)).toContain(tool);
    const cap = tool === 'make_move' ? MESSAGES : NO_STEP;
    note(`${type} (${tool})`, { stopped: MESSAGES, scope: MESSAGES, approval: MESSAGES, cap });
  }
  note('answer to MOVE_REQUEST', { stopped: MESSAGES, scope: MESSAGES, approval: MESSAGES, cap: MESSAGES });
});

it('the relay refuses a stopped agent', async () => {
  const relay = await openRelayServer();
  const connect = ({ apiKey }: Player) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://${relay.url}/agent/ws`, { headers: { authorization: `Bearer ${apiKey}` } });
      socket.once('message', () => resolve('open'));
      socket.once('error', ({ message }) => resolve(message));
      socket.once('message', () => socket.close());
    });
  const [player, stopped] = [await ownedPlayer(), await ownedPlayer()];
  await markAsStopped(stopped);
  expect(await connect(player)).toBe('open');
  expect(await connect(stopped)).toContain('403');
  await relay.close();
  note('tool.call of the relay', {
    stopped: HOLDS,
    scope: 'none: a room takes callers without a credential',
    approval: 'the person at the page approves: server/relay tests',
    cap: 'no step: a caller without a credential may do the same',
  });
});

/** A social lobby of five with an open proposal; the first three decide it by yes. */
async function propose() {
  const players = await Promise.all(Array.from({ length: 5 }, () => ownedPlayer()));
  const [host] = players as [Player];
  const { id: social_lobby_id } = await host.call<{ id: string }>('social.create', {});
  for (const player of players.slice(1)) await player.call('social.join', { social_lobby_id });
  const input = { social_lobby_id, experience_id: TIC_TAC_TOE };
  const { proposal_id } = await host.call<{ proposal_id: string }>('social.propose', input);
  const vote = (player: Player) => player.call<Json>('social.vote', { proposal_id, vote: 'yes' });
  return { players, vote };
}

const playsOf = async ({ agentId }: Player) =>
  (await pool().query('SELECT lobby_id FROM engagements WHERE agent_id = $1', [agentId])).rows.length;

const HINDER: Record<'stopped' | 'scope' | 'approval', (player: Player, tool: string) => Promise<unknown>> = {
  stopped: markAsStopped,
  scope: (player) => takeScope(player, 'lobby:write'),
  approval: (player, tool) => approveEach(player, [tool]),
};
const RULES = Object.keys(HINDER) as (keyof typeof HINDER)[];

it.each(RULES)('a vote that passes does not seat an agent against the rule: %s', async (rule) => {
  const { players, vote } = await propose();
  const [host, hindered, last, outside] = players as [Player, Player, Player, Player];
  await vote(host);
  await vote(hindered);
  await HINDER[rule](hindered, 'lobby.join');
  expect(await vote(last)).toMatchObject({ status: 'approved' });
  await openLeftoverGameLobbies();
  expect(await Promise.all([host, hindered, last, outside].map(playsOf))).toEqual([1, 0, 1, 0]);
  note('seat by a vote', { [rule]: HOLDS, cap: SEAT });
});

it.each(RULES)('a vote that passes opens no lobby of a proposer against the rule: %s', async (rule) => {
  const { players, vote } = await propose();
  const [host, one, other, third] = players as [Player, Player, Player, Player];
  await HINDER[rule](host, 'lobby.create');
  for (const voter of [one, other]) await vote(voter);
  expect(await vote(third)).toMatchObject({ status: 'failed', failure: { code: 'FORBIDDEN' } });
  expect(await Promise.all([host, one, other, third].map(playsOf))).toEqual([0, 0, 0, 0]);
  note('host by a vote', { [rule]: HOLDS, cap: SEAT });
});

it.each(RULES)('an event makes no agent its host against the rule: %s', async (rule) => {
  const [creator, guest] = [await ownedPlayer(), await ownedPlayer()];
  const starts_at = new Date(now().getTime() + 16 * 60_000).toISOString();
  const { event_id } = await creator.call<{ event_id: string }>('demand.schedule', {
    experience_id: TIC_TAC_TOE,
    starts_at,
  });
  await guest.call('demand.rsvp', { event_id });
  await HINDER[rule](creator, 'lobby.create');
  await openDueEvents(new Date(now().getTime() + 12 * 60_000));
  expect(await Promise.all([creator, guest].map(playsOf))).toEqual([0, 1]);
  note('host by an event (an RSVP keeps no seat)', { [rule]: HOLDS, cap: SEAT });
});

it('the queue of Werewolf does not seat an agent that was stopped', async () => {
  const left = await ownedPlayer();
  await left.call('et.werewolf.queue.join', {});
  await stopAgents({ ownerId: owner.ownerId, agentId: left.agentId });
  expect(await playsOf(left)).toBe(0);
  const players = await Promise.all(Array.from({ length: 9 }, () => ownedPlayer()));
  const [stopped, ...others] = players as [Player, ...Player[]];
  await stopped.call('et.werewolf.queue.join', {});
  await markAsStopped(stopped);
  for (const player of others) await player.call('et.werewolf.queue.join', {});
  const { rows } = await pool().query(
    'SELECT agent_id FROM engagements WHERE session_id IS NOT NULL AND agent_id = ANY ($1)',
    [players.map(({ agentId }) => agentId)],
  );
  expect(rows.map(({ agent_id }) => agent_id).sort()).toEqual(others.map(({ agentId }) => agentId).sort());
  expect(await playsOf(stopped)).toBe(0);
  const own = 'that of et.werewolf.queue.join';
  note('seat by the queue of Werewolf', { stopped: HOLDS, scope: own, approval: own, cap: SEAT });
});

it('a first action and the moves of house bots are proved with what makes them', () => {
  const first = table.get('session.create over rest');
  note('initial_action of session.create', { ...first, approval: ACTIONS, cap: ACTIONS });
  const none = 'no way: house bots have seats of their own, a deadline makes no move';
  note('house bots and deadlines', { stopped: none, scope: none, approval: none, cap: none });
});
