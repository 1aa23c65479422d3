import { z } from 'zod';
import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import { STRENGTHS, type Strength } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import {
  callerOfPlayer,
  ensurePlayer,
  findPlayer,
  type OwnerSession,
  type OwnPlayer,
  renamePlayer,
  takePlayTurn,
} from '@/lib/domain/auth';
import { playerNameBody } from '@/lib/domain/auth/bodies.schema';
import {
  listOpenTables,
  offerRematch,
  type PlayerPlace,
  planRematch,
  type RematchPlan,
  readOwnSeat,
  readPlace,
  readRole,
  requireOwnGame,
  requirePlayableGame,
  requireSeatSession,
} from '@/lib/domain/play/play.service';
import { runTool } from '@/lib/tools/run';
import { TransportCall } from '@/lib/transport/tool-call';
import { defineRoute, type Route } from './route';

/** Chosen by the page for one intention: what is sent again with it happens once. */
const onceKey = z.string().min(8).max(100);
const gameId = z.string().min(1).max(60);
const strength = z.enum(STRENGTHS as [Strength, ...Strength[]]);
const moveTimeS = z.int().min(1).max(86_400);
const seat = z.int().min(0).max(99);

const soloBody = z.strictObject({
  game_type: gameId,
  opponent: strength.default('medium'),
  seat: seat.default(0),
  move_time_s: moveTimeS.optional(),
  idempotency_key: onceKey,
});

const openBody = z.strictObject({
  game_type: gameId,
  seat: seat.default(0),
  max_players: z.int().min(2).max(100).optional(),
  move_time_s: moveTimeS.optional(),
  fill_with_bots_after_s: z.int().min(0).max(86_400).optional(),
  bot_strength: strength.optional(),
  idempotency_key: onceKey,
});

const onceBody = z.strictObject({ idempotency_key: onceKey });
const actBody = z.strictObject({
  action: z.unknown().refine((action) => action !== undefined, 'Required'),
  idempotency_key: onceKey,
});
const tablesQuery = z.strictObject({ game_type: gameId });

/** A person who asks for something to happen, and the request that it came with. */
interface Asked {
  owner: OwnerSession;
  player: OwnPlayer;
  address: string;
  signal: AbortSignal;
}

async function ask(call: { who: OwnerSession; address: string; signal: AbortSignal }): Promise<Asked> {
  await takePlayTurn(call.who.ownerId, 'move');
  return { owner: call.who, player: await ensurePlayer(call.who), address: call.address, signal: call.signal };
}

/**
 * Calls a tool as the person: what they may do, what it does and what happens when it comes twice is what holds for
 * agents. @throws what the tool refuses with, in words for people
 */
async function callTool(asked: Asked, tool: string, input: JsonObject, key: string | null = null): Promise<JsonObject> {
  const caller: AgentCaller = callerOfPlayer(asked.owner, asked.player);
  const outcome = await runTool(tool, input, caller, new TransportCall('rest', asked.address, asked, key));
  if (outcome.ok) return outcome.value as JsonObject;
  throw await forPeople(outcome.error, asked.player);
}

/** A refusal that names tools is written for agents. */
async function forPeople(error: AppError, player: OwnPlayer): Promise<AppError> {
  if (error.code === 'AGENT_BUSY') return busy(await readPlace(player.agentId), error);
  const { your_turn: yourTurn, status } = error.details ?? {};
  if (yourTurn === false) return new AppError(error.code, 'It is not your turn.', { details: error.details });
  if (typeof status === 'string' && status !== 'waiting' && status !== 'active') {
    return new AppError('INVALID_STATE', 'The match was over before this arrived.', { details: error.details });
  }
  return error;
}

function busy(place: PlayerPlace | null, error: AppError): AppError {
  if (!place) return error;
  const where =
    place.state === 'playing' ? `You are playing ${place.title}` : `You are waiting in a lobby of ${place.title}`;
  return new AppError('AGENT_BUSY', `${where} already. One game at a time: finish or leave that one first.`, {
    details: { place },
  });
}

const idOf = (params: Record<string, string>) => params.id as string;

const present = (fields: Record<string, unknown>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;

const wirePlayer = ({ agentId, displayName }: OwnPlayer) => ({ agent_id: agentId, display_name: displayName });

const self: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/play/me',
    who: 'owner',
    async run({ who }) {
      await takePlayTurn(who.ownerId, 'look');
      const player = await findPlayer(who.ownerId);
      return { player: player && wirePlayer(player), place: player && (await readPlace(player.agentId)) };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/play/me',
    who: 'owner',
    body: playerNameBody,
    async run({ who, body }) {
      await takePlayTurn(who.ownerId, 'move');
      return wirePlayer(await renamePlayer(who, body.display_name));
    },
  }),
];

const tables: Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/play/solo',
    who: 'owner',
    body: soloBody,
    status: 201,
    async run(call) {
      const { game_type, opponent, seat: chosen, move_time_s, idempotency_key } = call.body;
      const { experienceId } = requirePlayableGame(game_type);
      const initial_action = present({ type: 'options', opponent, seat: chosen, move_time_s });
      return openSolo(await ask(call), { experience_id: experienceId, initial_action }, idempotency_key);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/play/lobbies',
    who: 'anyone',
    query: tablesQuery,
    async run({ query, address }) {
      await takePlayTurn(address, 'look');
      return { lobbies: await listOpenTables({ gameId: query.game_type }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies',
    who: 'owner',
    body: openBody,
    status: 201,
    async run(call) {
      const { game_type, seat: host_seat, max_players, idempotency_key, ...house } = call.body;
      const { experienceId } = requirePlayableGame(game_type);
      const config = present({ ...house, host_seat });
      const input = present({ experience_id: experienceId, max_players, config });
      const { game_session_id } = await callTool(await ask(call), 'lobby.create', input, idempotency_key);
      return { game_session_id };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies/{id}/join',
    who: 'owner',
    async run(call) {
      const lobbyId = idOf(call.params);
      await requireOwnGame(lobbyId);
      const { role } = await callTool(await ask(call), 'lobby.join', { game_session_id: lobbyId });
      return { game_session_id: lobbyId, role };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies/{id}/leave',
    who: 'owner',
    run: async (call) => callTool(await ask(call), 'lobby.leave', { game_session_id: idOf(call.params) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/lobbies/{id}/start',
    who: 'owner',
    async run(call) {
      const lobbyId = idOf(call.params);
      await requireOwnGame(lobbyId);
      await callTool(await ask(call), 'match.start', { game_session_id: lobbyId });
      return { game_session_id: lobbyId };
    },
  }),
];

const seats: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/play/matches/{id}',
    who: 'owner',
    async run({ who, params }) {
      await takePlayTurn(who.ownerId, 'look');
      return placeIn(await findPlayer(who.ownerId), idOf(params));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/act',
    who: 'owner',
    body: actBody,
    async run(call) {
      const asked = await ask(call);
      const own = { matchId: idOf(call.params), agentId: asked.player.agentId };
      const { sessionId: session_id } = await requireSeatSession(own);
      const { action, idempotency_key } = call.body;
      await callTool(asked, 'session.step', { session_id, action: action as JsonObject, idempotency_key });
      return { seat: await readOwnSeat(own) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/resign',
    who: 'owner',
    async run(call) {
      const asked = await ask(call);
      const own = { matchId: idOf(call.params), agentId: asked.player.agentId };
      await resign(asked, own);
      return { seat: await readOwnSeat(own) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/play/matches/{id}/rematch',
    who: 'owner',
    body: onceBody,
    async run(call) {
      const asked = await ask(call);
      const matchId = idOf(call.params);
      const plan = await planRematch({ matchId, agentId: asked.player.agentId });
      return playAgain(asked, matchId, plan, call.body.idempotency_key);
    },
  }),
];

/** How a person is in a match or its lobby. */
async function placeIn(player: OwnPlayer | null, id: string) {
  if (!player) return { seat: null, role: null };
  const { agentId } = player;
  const [own, role] = await Promise.all([readOwnSeat({ matchId: id, agentId }), readRole({ lobbyId: id, agentId })]);
  return { seat: own, role };
}

async function openSolo(asked: Asked, input: JsonObject, key: string) {
  const opened = await callTool(asked, 'session.create', input, key);
  return { game_session_id: opened.game_session_id ?? opened.session_id };
}

/** Whoever sits alone just leaves; against others leaving is giving up. Doing it again changes nothing. */
async function resign(asked: Asked, own: { matchId: string; agentId: string }): Promise<void> {
  const { sessionId: session_id, isAlone } = await requireSeatSession(own);
  if (isAlone) await callTool(asked, 'session.end', { session_id });
  else await callTool(asked, 'session.step', { session_id, action: { type: 'resign' }, idempotency_key: 'resign' });
}

async function playAgain(asked: Asked, matchId: string, plan: RematchPlan, key: string) {
  if (plan.kind === 'solo') {
    return openSolo(asked, { experience_id: plan.experienceId, initial_action: plan.initialAction }, key);
  }
  if (plan.kind === 'join') return joinRematch(asked, plan.lobbyId);
  const { experienceId: experience_id, maxPlayers: max_players, config } = plan;
  const { game_session_id } = await callTool(asked, 'lobby.create', { experience_id, max_players, config }, key);
  const lobbyId = String(game_session_id);
  const first = await offerRematch({ matchId, lobbyId, agentId: asked.player.agentId });
  if (first === lobbyId) return { game_session_id: lobbyId };
  await callTool(asked, 'lobby.leave', { game_session_id: lobbyId });
  return joinRematch(asked, first);
}

async function joinRematch(asked: Asked, lobbyId: string) {
  await callTool(asked, 'lobby.join', { game_session_id: lobbyId });
  return { game_session_id: lobbyId };
}

/** People at the board: the tools of agents, called in the name of the owner's player. docs/decisions/0075-people-play.md */
export const playing: Route[] = [...self, ...tables, ...seats];
