import { AppError, toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { matchStream } from '@/lib/core/stream';
import type { PlayableExperience } from '@/lib/domain/catalog';
import {
  announceLobbies,
  type CallOutcome,
  claimLobbyCall,
  isPlayer,
  type Lobby,
  lockWaitingLobby,
  type Member,
  publicPlayer,
  readLobbySessions,
  readLobbyWithMembers,
  requireEnoughPlayers,
  requireLobby,
  type SeatedPlayers,
  type Session,
  seatPlayers,
} from '@/lib/domain/seating';
import { appendEvents, publish } from '@/lib/events';
import { mayHaveTakenEffect, OutcomeUnknownError } from '@/lib/gateway';
import type { LobbyChange, StartedMatch } from '../play-host';
import { type Client, transaction } from '../play-host.repo';
import { notifyLobby } from './notify-lobby';
import { openUpstream } from './open-session';

/**
 * Calls match.start of the experience, then gives every player a session and opens it with the experience. One process
 * at a time calls it; an attempt whose outcome is unknown is repeated with the same idempotency key.
 */
export async function startMatch(request: {
  lobby: Lobby;
  experience: PlayableExperience;
  signal?: AbortSignal;
}): Promise<StartedMatch> {
  const { lobby, experience, signal } = request;
  const { members = [] } = (await readLobbyWithMembers(lobby.id)) ?? {};
  const present = members.filter((member) => member.leftAt === null);
  const players = present.filter(isPlayer);
  requireEnoughPlayers(lobby, players);
  const change: Change = { experience, agentId: lobby.hostAgentId, lobbyId: lobby.id, signal };
  const claim = { call: 'start', lobbyId: lobby.id, members: present, outcomeOf } as const;
  const { response, seated } = await claimLobbyCall(claim, async (idempotencyKey) => {
    const sessions = await readLobbySessions(lobby.id);
    const fields = { role: 'host', players: present.map((member) => toWire(member, sessions)) };
    const answer = await notifyLobby({ ...change, tool: 'match.start', fields, idempotencyKey });
    const stored = await transaction((client) => storeStart(client, lobby, players)).catch((thrown: unknown) =>
      takeBackStart(change, thrown),
    );
    return { response: answer, seated: stored };
  });
  publish(seated.events);
  announceLobbies(experience.id);
  const refusals = await Promise.all(seated.newSessions.map((session) => openForPlayer(session, experience)));
  const host = seated.sessions.find((session) => session.agentId === lobby.hostAgentId);
  const refusedHost = refusals.find((refusal) => refusal !== null && refusal.session === host);
  if (refusedHost) throw await hostRefused(lobby.id, refusedHost);
  return {
    lobbyId: lobby.id,
    status: 'active',
    sessionId: host?.id ?? null,
    response: response ?? { status: 'active' },
  };
}

type Change = Omit<LobbyChange, 'tool' | 'fields'>;

/** A member as the experience reads it; `session_id` is that of the session that the member has opened before. */
function toWire({ agentId, experienceAgentId, role }: Member, sessions: readonly Session[]) {
  const session = sessions.find((candidate) => candidate.agentId === agentId);
  return { experience_agent_id: experienceAgentId, role, ...(session ? { session_id: session.id } : {}) };
}

const outcomeOf = (thrown: unknown): CallOutcome => (mayHaveTakenEffect(thrown) ? 'unknown' : 'no_effect');

/** Ends a match that the experience has started and that could not be stored; one that another process stored goes on. */
async function takeBackStart(change: Change, thrown: unknown): Promise<never> {
  const { status } = await requireLobby(change.lobbyId);
  if (status === 'active') throw thrown;
  const fields = { role: 'host', reason: 'start_failed' };
  const failure = await notifyLobby({ ...change, tool: 'match.end', fields }).then(() => null, toAppError);
  if (failure === null || failure.code === 'EXPERIENCE_ERROR') throw thrown;
  log.warn({ err: failure, lobby_id: change.lobbyId }, 'could not end a match that was not stored');
  const { code, message, details, retryable } = toAppError(thrown);
  throw new OutcomeUnknownError(code, message, { details, retryable, cause: thrown });
}

async function storeStart(client: Client, { id, experienceId }: Lobby, expected: readonly Member[]) {
  const { lobby, players } = await lockWaitingLobby(client, id);
  requireEnoughPlayers(lobby, players);
  const agentIds = (members: readonly Member[]) => members.map((member) => member.agentId).join();
  if (agentIds(players) !== agentIds(expected)) {
    throw new AppError('EXPERIENCE_ERROR', 'The players changed while the match was starting. Try again.', {
      retryable: true,
    });
  }
  const seated = await seatPlayers(client, lobby, players, () => null);
  const data = { experience_id: experienceId, players: players.map((player) => publicPlayer(player, 'pairwise_id')) };
  const started = await appendEvents(client, matchStream(id), [{ type: 'match_started', data }]);
  return { ...seated, events: [...started, ...seated.events] } satisfies SeatedPlayers;
}

/** A player whom the experience refused, and its error. */
interface Refusal {
  session: Session;
  error: AppError;
}

/** Opens the session of a player. When the experience refuses it, that player is out and the match continues. */
async function openForPlayer(session: Session, experience: PlayableExperience): Promise<Refusal | null> {
  try {
    await openUpstream({ session, experience, initialAction: undefined });
    return null;
  } catch (thrown) {
    const error = toAppError(thrown);
    log.warn({ code: error.code, session_id: session.id }, 'an experience refused a player of a match');
    return { session, error };
  }
}

/** The error of a host who has no session in the match that it started, with the state of the match. */
async function hostRefused(lobbyId: string, { error }: Refusal): Promise<AppError> {
  const { status } = await requireLobby(lobbyId);
  const next = status === 'active' ? 'The match continues without you.' : 'The match is over: no player is left in it.';
  return new AppError('EXPERIENCE_ERROR', `You are out of the match: ${error.message}`, {
    details: { ...error.details, reason: 'host_refused', code: error.code, status, next },
    cause: error,
  });
}
