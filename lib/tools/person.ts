import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import type { ToolDefinition } from '@/lib/core/tool';
import { findFixturePlace, resignInLeague } from '@/lib/domain/leagues';
import {
  type CurrentGame,
  type OwnSeat,
  offerRematch,
  planRematch,
  type RematchPlan,
  readCurrentGame,
  readOwnSeat,
  requireBuiltinLobby,
  requirePlayableGame,
  requireSeatSession,
} from '@/lib/domain/play';
import { leagueMove } from './league';
import { lobbyCreate, lobbyJoin, lobbyLeave } from './lobby';
import { matchStart } from './match';
import { runTool, type ToolCall } from './run';
import { sessionCreate, sessionEnd, sessionStep } from './session';

/** A person's request. */
export interface PersonRequest {
  caller: AgentCaller;
  /** The tool call of this request, with an idempotency key. */
  call: (key: string | null) => ToolCall;
}

/** A game that a person starts against a house bot or in a lobby. */
export interface NewGame {
  gameId: string;
  /** Idempotency key of the page. */
  key: string;
}

/**
 * Calls a tool as the person, with the scopes, limits and idempotency of every caller.
 * @throws the tool's error, in words for people
 */
async function callTool(
  { caller, call }: PersonRequest,
  tool: ToolDefinition,
  input: JsonObject,
  key: string | null = null,
): Promise<JsonObject> {
  const outcome = await runTool(tool, input, caller, call(key));
  if (outcome.ok) return outcome.value as JsonObject;
  throw await explainToPeople(outcome.error, caller.agentId);
}

/** Rewrites errors whose text names tools, which are meant for agents. */
async function explainToPeople(error: AppError, agentId: string): Promise<AppError> {
  if (error.code === 'AGENT_BUSY') return busyForPeople(await readCurrentGame(agentId), error);
  const { your_turn: yourTurn, status } = error.details ?? {};
  if (yourTurn === false) return new AppError(error.code, 'It is not your turn.', { details: error.details });
  if (typeof status === 'string' && status !== 'waiting' && status !== 'active') {
    return new AppError('INVALID_STATE', 'The match was over before this arrived.', { details: error.details });
  }
  return error;
}

function busyForPeople(current: CurrentGame | null, error: AppError): AppError {
  if (!current) return error;
  const { state, title } = current;
  const where = state === 'playing' ? `You are playing ${title}` : `You are waiting in a lobby of ${title}`;
  return new AppError('AGENT_BUSY', `${where} already. One game at a time: finish or leave that one first.`, {
    details: { place: current },
  });
}

/** Starts a game against a house bot. Returns the id of its match. @throws NOT_FOUND · AGENT_BUSY · VALIDATION_ERROR */
export async function startAgainstBot(
  request: PersonRequest,
  game: NewGame & { options: JsonObject },
): Promise<string> {
  const { experienceId } = requirePlayableGame(game.gameId);
  return openSolo(request, experienceId, { type: 'options', ...game.options }, game.key);
}

async function openSolo(
  request: PersonRequest,
  experience_id: string,
  initial_action: JsonObject,
  key: string,
): Promise<string> {
  const opened = await callTool(request, sessionCreate, { experience_id, initial_action }, key);
  return String(opened.game_session_id ?? opened.session_id);
}

const isGuest = ({ caller }: PersonRequest): boolean => caller.ownerId === null;

/** Opens a lobby for agents and people; that of a guest is in no list, because nothing in it is rated. Returns its id. @throws NOT_FOUND · AGENT_BUSY · VALIDATION_ERROR */
export async function openLobby(
  request: PersonRequest,
  game: NewGame & { maxPlayers?: number; config: JsonObject },
): Promise<string> {
  const { experienceId: experience_id } = requirePlayableGame(game.gameId);
  const size = game.maxPlayers === undefined ? {} : { max_players: game.maxPlayers };
  const config = isGuest(request) ? { ...game.config, unlisted: true } : game.config;
  const { game_session_id } = await callTool(request, lobbyCreate, { experience_id, ...size, config }, game.key);
  return String(game_session_id);
}

/** Joins a lobby of a built-in game. @throws NOT_FOUND · FORBIDDEN for a guest in a public lobby of an agent · AGENT_BUSY · EXPERIENCE_ERROR when it is full or over */
export async function joinLobby(request: PersonRequest, lobbyId: string): Promise<void> {
  await requireBuiltinLobby(lobbyId, { isGuest: isGuest(request) });
  await callTool(request, lobbyJoin, { game_session_id: lobbyId });
}

/** Leaves a lobby; in a running match the player resigns. @throws NOT_FOUND · NOT_MEMBER */
export async function leaveLobby(request: PersonRequest, lobbyId: string): Promise<void> {
  await callTool(request, lobbyLeave, { game_session_id: lobbyId });
}

/** Starts the match of the person's own lobby. @throws NOT_FOUND · EXPERIENCE_AUTH_FAILED · EXPERIENCE_ERROR */
export async function startLobby(request: PersonRequest, lobbyId: string): Promise<void> {
  await requireBuiltinLobby(lobbyId);
  await callTool(request, matchStart, { game_session_id: lobbyId });
}

/** Plays a move from the person's own seat. Returns their view after it. @throws NOT_FOUND without a seat · the error of the game */
export async function act(
  request: PersonRequest,
  move: { matchId: string; action: unknown; key: string },
): Promise<OwnSeat | null> {
  const own = { matchId: move.matchId, agentId: request.caller.agentId };
  const { sessionId: session_id } = await requireSeatSession(own);
  if (session_id === null) return actInLeague(request, own, move);
  const action = move.action as JsonObject;
  await callTool(request, sessionStep, { session_id, action, idempotency_key: move.key });
  return readOwnSeat(own);
}

/** @throws NOT_FOUND for a match of no league · INVALID_STATE when it is over or not the person's turn · EXPERIENCE_ERROR */
async function actInLeague(
  request: PersonRequest,
  own: { matchId: string; agentId: string },
  { action, key }: { action: unknown; key: string },
): Promise<OwnSeat | null> {
  const place = await requireFixturePlace(own.matchId);
  const input = { league_id: place.leagueId, match_id: place.matchId, move: action };
  await callTool(request, leagueMove, input, key);
  return readOwnSeat(own);
}

/** @throws NOT_FOUND for a match of no league */
async function requireFixturePlace(matchId: string) {
  const place = await findFixturePlace(matchId);
  if (!place) throw new AppError('NOT_FOUND', 'There is no such match in a league.');
  return place;
}

/** Ends a game for one player, or resigns in a match against others. Doing it again changes nothing. */
export async function resign(request: PersonRequest, matchId: string): Promise<OwnSeat | null> {
  const own = { matchId, agentId: request.caller.agentId };
  const { sessionId: session_id, isAlone } = await requireSeatSession(own);
  if (session_id === null) {
    const { leagueId } = await requireFixturePlace(matchId);
    await resignInLeague({ ...own, leagueId });
    return readOwnSeat(own);
  }
  if (isAlone) await callTool(request, sessionEnd, { session_id });
  else await callTool(request, sessionStep, { session_id, action: { type: 'resign' }, idempotency_key: 'resign' });
  const seat = await readOwnSeat(own);
  // A match that continues without the person does not keep them from other games.
  const isEngaged = seat?.status === 'active' && (await readCurrentGame(own.agentId))?.game_session_id === matchId;
  if (isEngaged) await callTool(request, sessionEnd, { session_id });
  return seat;
}

/**
 * Starts the same game again: joins the rematch that another player has opened, else opens one. Returns its id.
 * @throws NOT_FOUND without a seat in the match · INVALID_STATE while it runs · AGENT_BUSY
 */
export async function playAgain(request: PersonRequest, rematch: { matchId: string; key: string }): Promise<string> {
  const { matchId, key } = rematch;
  const { agentId } = request.caller;
  const plan = await planRematch({ matchId, agentId });
  if (plan.kind === 'solo') return openSolo(request, plan.experienceId, plan.initialAction, key);
  if (plan.kind === 'join') return joinAndReturnId(request, plan.lobbyId);
  const lobbyId = await openRematchLobby(request, plan, key);
  const first = await offerRematch({ matchId, lobbyId, agentId });
  if (first === lobbyId) return lobbyId;
  await leaveLobby(request, lobbyId);
  return joinAndReturnId(request, first);
}

async function openRematchLobby(
  request: PersonRequest,
  plan: RematchPlan & { kind: 'lobby' },
  key: string,
): Promise<string> {
  const { experienceId: experience_id, maxPlayers: max_players, config } = plan;
  return String((await callTool(request, lobbyCreate, { experience_id, max_players, config }, key)).game_session_id);
}

async function joinAndReturnId(request: PersonRequest, lobbyId: string): Promise<string> {
  await joinLobby(request, lobbyId);
  return lobbyId;
}
