import { setTimeout } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { limitCall } from '@/lib/domain/limits';
import { readMatch } from '@/lib/domain/matches';
import { hostOf, type LobbyTool, type PlayHost } from '@/lib/domain/play-host';
import {
  announceLobbies,
  claimLobbyCall,
  endKey,
  isBeingEnded,
  type Lobby,
  lockLobby,
  readLobbySessions,
  requireHost,
  requireLobby,
  requireStatus,
} from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { cleanText, mayHaveTakenEffect, OutcomeUnknownError } from '@/lib/gateway';
import { closeLobby, type LobbyEnd } from './close-lobby';
import { transaction } from './lobbies.repo';
import type { LobbyRequest } from './lobbies.schema';
import { inLobbyTurn } from './lobby-turns';

/** How long a call waits for another one that is ending the same match. */
const MAX_WAIT_MS = 35_000;
const POLL_MS = 100;

/**
 * Ends a running match. In a match of the platform the host's seat resigns, which ends it for all; a remote experience
 * answers the outcomes, which are stored, and rated when they have a known shape. A match that is over answers its
 * outcomes. Specification: gateway-tool-contract.md, match.end; decisions.md, Outcomes.
 * @throws EXPERIENCE_AUTH_FAILED for an agent that is not the host; EXPERIENCE_ERROR when it is not active or the experience refuses
 */
export async function endMatch(request: LobbyRequest): Promise<MatchEnd> {
  return inLobbyTurn(request.lobbyId, () => end(request));
}

interface MatchEnd {
  game_session_id: string;
  status: 'completed';
  outcomes: JsonObject | null;
}

async function end(request: LobbyRequest): Promise<MatchEnd> {
  const { lobbyId, reason, signal } = request;
  const lobby = await requireLobby(lobbyId);
  requireHost(lobby, request.agent.agentId);
  if (lobby.status === 'completed') return toMatchEnd(lobby);
  requireStatus(lobby, 'active');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  const ending: Ending = { lobby, experience, reason, signal };
  if (hostOf(experience).runtime) await hostOf(experience).endMatch(ending);
  else await endRemotely(ending);
  return toMatchEnd(await requireLobby(lobbyId));
}

/** A match that its host agent ends. */
type Ending = Parameters<PlayHost['endMatch']>[0];

/** @throws EXPERIENCE_ERROR for a match that was cancelled in the meantime */
function toMatchEnd(lobby: Lobby): MatchEnd {
  requireStatus(lobby, 'active', 'completed');
  return { game_session_id: lobby.id, status: 'completed', outcomes: lobby.outcomes };
}

/** Calls match.end and closes the lobby, in one process at a time; the others wait for its end. */
async function endRemotely(ending: Ending): Promise<void> {
  const { lobby, signal } = ending;
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await claimAndEnd(ending);
    } catch (thrown) {
      if ((await requireLobby(lobby.id)).status === 'completed') return;
      if (!isBeingEnded(thrown) || signal?.aborted || performance.now() > giveUpAt) throw withWayOut(thrown);
    }
    await setTimeout(POLL_MS);
  }
}

/** The error of an experience with the call that ends the match without it. */
function withWayOut(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.details?.next !== undefined) return thrown;
  const { code, message, internal, retryable, retryAfterS, cause } = thrown;
  const next = 'The match is still active. match.abort ends it without a result, whatever the experience answers.';
  const ErrorClass = thrown instanceof OutcomeUnknownError ? OutcomeUnknownError : AppError;
  return new ErrorClass(code, message, {
    details: { ...thrown.details, next },
    internal,
    retryable,
    retryAfterS,
    cause,
  });
}

async function claimAndEnd(ending: Ending): Promise<void> {
  const { lobby, experience, reason } = ending;
  let hasAnswered = false;
  const outcomeOf = (thrown: unknown) => (hasAnswered || mayHaveTakenEffect(thrown) ? 'unknown' : 'no_effect');
  await claimLobbyCall({ call: 'end', lobbyId: lobby.id, outcomeOf }, async (idempotencyKey) => {
    const report = await hostOf(experience).endMatch({ ...ending, idempotencyKey });
    hasAnswered = true;
    const { outcomes = null, memoryUpdates } = report ?? {};
    const hostSays = reason ? cleanText(reason) : null;
    const end: LobbyEnd = { status: 'completed', reason: 'ended_by_host', hostSays, outcomes, memoryUpdates };
    publish((await transaction((client) => closeLobby(client, lobby.id, end, experience))) ?? []);
  });
}

/**
 * Cancels a match or a waiting lobby: nothing is rated and all members have left.
 * Specification: gateway-tool-contract.md, match.abort.
 * @throws EXPERIENCE_AUTH_FAILED for an agent that is not the host; EXPERIENCE_ERROR when there is no such lobby or it is over;
 * RATE_LIMITED by `limitRatedAborts`
 */
export async function abortLobby(request: LobbyRequest): Promise<{ game_session_id: string; status: 'cancelled' }> {
  const { lobbyId, signal } = request;
  const answer = { game_session_id: lobbyId, status: 'cancelled' } as const;
  const lobby = await requireLobby(lobbyId);
  requireHost(lobby, request.agent.agentId);
  if (lobby.status === 'cancelled') return answer;
  requireStatus(lobby, 'active', 'waiting');
  const experience = await getPlayed({ experienceId: lobby.experienceId });
  if (lobby.status === 'active') await limitRatedAborts(request.agent, lobbyId);
  const reason = request.reason ?? 'aborted_by_host';
  const hostSays = request.reason ? cleanText(request.reason) : null;
  const ending: LobbyEnd = { status: 'cancelled', reason: 'aborted_by_host', hostSays, outcomes: null };
  const { before, sessions, events } = await transaction(async (client) => {
    const locked = await lockLobby(client, lobbyId);
    const playing = locked?.lobby.status === 'active' ? await readLobbySessions(lobbyId, client) : [];
    return { before: locked?.lobby, sessions: playing, events: await closeLobby(client, lobbyId, ending, experience) };
  });
  if (events === null) await hostOf(experience).runtime?.cancel(lobbyId);
  else publish(events);
  if (before?.status === 'waiting') announceLobbies(experience.id);
  const after = await requireLobby(lobbyId);
  // The match may have ended by itself in the meantime.
  if (after.status === 'completed') requireStatus(after, 'active', 'waiting');
  if (before && events && events.length > 0) {
    await notifyCancelled(before, experience, { reason, signal });
    await hostOf(experience).dropSessions?.({ sessions, experience, reason });
  }
  return answer;
}

/**
 * Notifies a remote experience of a cancelled lobby or match, in the host's name; its consent is not needed. A match that
 * it may have started, without our knowing, is ended before the lobby is left. Who is starting or ending the match at this
 * moment notifies it alone.
 * @param lobby as it was before it was cancelled
 */
export async function notifyCancelled(
  lobby: Lobby,
  experience: PlayableExperience,
  { reason, signal }: { reason: string; signal?: AbortSignal },
): Promise<void> {
  const at = now();
  const { startUntil, endUntil } = lobby;
  const endsHere = lobby.status === 'active' ? !endUntil || endUntil <= at : startUntil !== null && startUntil <= at;
  const tools: LobbyTool[] = endsHere ? ['match.end'] : [];
  if (lobby.status === 'waiting') tools.push('lobby.leave');
  const change = { experience, agentId: lobby.hostAgentId, lobbyId: lobby.id, signal };
  for (const tool of tools) {
    const idempotencyKey = tool === 'match.end' ? endKey(lobby) : undefined;
    await hostOf(experience)
      .notifyLobby({ ...change, tool, fields: { role: 'host', reason }, idempotencyKey })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof AppError)) throw thrown;
        log.info({ code: thrown.code, lobby_id: lobby.id }, 'an experience refused the end of a match');
      });
  }
}
/** Running rated matches that one owner may cancel in a day; an agent without an owner counts for itself. */
const RATED_ABORTS_A_DAY = 3;
const DAY_MS = 86_400_000;

/**
 * Counts the cancelling of a rated match of the platform in which a player has moved: otherwise a host never loses.
 * @throws RATE_LIMITED after RATED_ABORTS_A_DAY; a match can still be left with a loss
 */
async function limitRatedAborts(agent: { agentId: string; ownerId?: string | null }, matchId: string): Promise<void> {
  const match = await readMatch(matchId);
  if (match?.status !== 'active' || !match.rated || match.ply === 0) return;
  try {
    await limitCall({
      name: 'rated_aborts',
      key: agent.ownerId ?? agent.agentId,
      points: RATED_ABORTS_A_DAY,
      durationMs: DAY_MS,
      what: 'rated matches cancelled after the first move',
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'RATE_LIMITED') throw thrown;
    const { message, retryAfterS, details } = thrown;
    const next = 'match.end resigns your seat and ends the match; session.end leaves it, which counts as a loss.';
    throw new AppError('RATE_LIMITED', message, { retryAfterS, details: { ...details, next } });
  }
}
