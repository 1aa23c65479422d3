import type { AgentCaller } from '@/lib/core/caller';
import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
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
import { lobbyCreate, lobbyJoin, lobbyLeave } from './lobby';
import { matchStart } from './match';
import { runTool, type ToolCall } from './run';
import { sessionCreate, sessionEnd, sessionStep } from './session';

/** A person who asks for something to happen, and the request that it came with. */
export interface PersonRequest {
  caller: AgentCaller;
  /** The call of a tool that this request makes, under a key. */
  call: (key: string | null) => ToolCall;
}

/** A game of their own against the house, or a lobby of one. */
export interface NewGame {
  gameId: string;
  /** Chosen by the page for one intention: what is asked again with it happens once. */
  key: string;
}

/**
 * Calls a tool as the person: what they may do, what it does and what happens when it comes twice is what holds for
 * agents. @throws what the tool refuses with, in words for people
 */
async function callTool(
  { caller, call }: PersonRequest,
  tool: { name: string },
  input: JsonObject,
  key: string | null = null,
): Promise<JsonObject> {
  const outcome = await runTool(tool.name, input, caller, call(key));
  if (outcome.ok) return outcome.value as JsonObject;
  throw await explainToPeople(outcome.error, caller.agentId);
}

/** A refusal that names tools is written for agents. */
async function explainToPeople(error: AppError, agentId: string): Promise<AppError> {
  if (error.code === 'AGENT_BUSY') return busyForPeople(await readCurrentGame(agentId), error);
  const { your_turn: yourTurn, status } = error.details ?? {};
  if (yourTurn === false) return new AppError(error.code, 'It is not your turn.', { details: error.details });
  if (typeof status === 'string' && status !== 'waiting' && status !== 'active') {
    return new AppError('INVALID_STATE', 'The match was over before this arrived.', { details: error.details });
  }
  return error;
}

function busyForPeople(place: CurrentGame | null, error: AppError): AppError {
  if (!place) return error;
  const where =
    place.state === 'playing' ? `You are playing ${place.title}` : `You are waiting in a lobby of ${place.title}`;
  return new AppError('AGENT_BUSY', `${where} already. One game at a time: finish or leave that one first.`, {
    details: { place },
  });
}

/** Begins a game against the house. Answers the id of its match. @throws NOT_FOUND · AGENT_BUSY · VALIDATION_ERROR */
export async function startAgainstBot(asked: PersonRequest, wish: NewGame & { options: JsonObject }): Promise<string> {
  const { experienceId } = requirePlayableGame(wish.gameId);
  return openSolo(asked, experienceId, { type: 'options', ...wish.options }, wish.key);
}

async function openSolo(
  asked: PersonRequest,
  experience_id: string,
  initial_action: JsonObject,
  key: string,
): Promise<string> {
  const opened = await callTool(asked, sessionCreate, { experience_id, initial_action }, key);
  return String(opened.game_session_id ?? opened.session_id);
}

/** Opens a lobby for agents and people. Answers its id. @throws NOT_FOUND · AGENT_BUSY · VALIDATION_ERROR */
export async function openLobby(
  asked: PersonRequest,
  wish: NewGame & { maxPlayers?: number; config: JsonObject },
): Promise<string> {
  const { experienceId: experience_id } = requirePlayableGame(wish.gameId);
  const size = wish.maxPlayers === undefined ? {} : { max_players: wish.maxPlayers };
  const { game_session_id } = await callTool(
    asked,
    lobbyCreate,
    { experience_id, ...size, config: wish.config },
    wish.key,
  );
  return String(game_session_id);
}

/** Takes a seat in a lobby of a game of ours. @throws NOT_FOUND · AGENT_BUSY · EXPERIENCE_ERROR when it is full or over */
export async function joinLobby(asked: PersonRequest, lobbyId: string): Promise<void> {
  await requireBuiltinLobby(lobbyId);
  await callTool(asked, lobbyJoin, { game_session_id: lobbyId });
}

/** Leaves a lobby; in a match that runs that is giving up. @throws NOT_FOUND · NOT_MEMBER */
export async function leaveLobby(asked: PersonRequest, lobbyId: string): Promise<void> {
  await callTool(asked, lobbyLeave, { game_session_id: lobbyId });
}

/** Starts the match of the person's own lobby. @throws NOT_FOUND · EXPERIENCE_AUTH_FAILED · EXPERIENCE_ERROR */
export async function startLobby(asked: PersonRequest, lobbyId: string): Promise<void> {
  await requireBuiltinLobby(lobbyId);
  await callTool(asked, matchStart, { game_session_id: lobbyId });
}

/** One move from the person's own seat; their view after it. @throws NOT_FOUND without a seat · what the game refuses */
export async function act(
  asked: PersonRequest,
  move: { matchId: string; action: unknown; key: string },
): Promise<OwnSeat | null> {
  const own = { matchId: move.matchId, agentId: asked.caller.agentId };
  const { sessionId: session_id } = await requireSeatSession(own);
  const action = move.action as JsonObject;
  await callTool(asked, sessionStep, { session_id, action, idempotency_key: move.key });
  return readOwnSeat(own);
}

/** Whoever sits alone just leaves; against others leaving is giving up. Doing it again changes nothing. */
export async function resign(asked: PersonRequest, matchId: string): Promise<OwnSeat | null> {
  const own = { matchId, agentId: asked.caller.agentId };
  const { sessionId: session_id, isAlone } = await requireSeatSession(own);
  if (isAlone) await callTool(asked, sessionEnd, { session_id });
  else await callTool(asked, sessionStep, { session_id, action: { type: 'resign' }, idempotency_key: 'resign' });
  const seat = await readOwnSeat(own);
  // A table that goes on without them does not keep a person from other games.
  const isHeld = seat?.status === 'active' && (await readCurrentGame(own.agentId))?.game_session_id === matchId;
  if (isHeld) await callTool(asked, sessionEnd, { session_id });
  return seat;
}

/**
 * The same game once more: the rematch that the other has asked for already, else a new one. Answers its id.
 * @throws NOT_FOUND without a seat in the match · INVALID_STATE while it runs · AGENT_BUSY
 */
export async function playAgain(asked: PersonRequest, wish: { matchId: string; key: string }): Promise<string> {
  const { matchId, key } = wish;
  const { agentId } = asked.caller;
  const plan = await planRematch({ matchId, agentId });
  if (plan.kind === 'solo') return openSolo(asked, plan.experienceId, plan.initialAction, key);
  if (plan.kind === 'join') return joinAndReturnId(asked, plan.lobbyId);
  const lobbyId = await openRematchLobby(asked, plan, key);
  const first = await offerRematch({ matchId, lobbyId, agentId });
  if (first === lobbyId) return lobbyId;
  await leaveLobby(asked, lobbyId);
  return joinAndReturnId(asked, first);
}

async function openRematchLobby(
  asked: PersonRequest,
  plan: RematchPlan & { kind: 'lobby' },
  key: string,
): Promise<string> {
  const { experienceId: experience_id, maxPlayers: max_players, config } = plan;
  return String((await callTool(asked, lobbyCreate, { experience_id, max_players, config }, key)).game_session_id);
}

async function joinAndReturnId(asked: PersonRequest, lobbyId: string): Promise<string> {
  await joinLobby(asked, lobbyId);
  return lobbyId;
}
