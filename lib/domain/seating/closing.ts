import type { JsonObject } from '@/lib/core/json';
import type { Queryable } from '@/lib/data/database';
import { disengage } from './engagements';
import { markEnded } from './lobbies.repo';
import { evictSession } from './session-cache';
import { completeLobbySessions, completeSessions, findOpenFaults, unbindSessions } from './sessions.repo';
import { type Unrated, unratedByCall } from './unrated';

/** A match of the platform that is over, as its runtime describes it. */
export interface EndedMatch {
  /** Also the id of its lobby, when it has one. */
  matchId: string;
  status: 'completed' | 'cancelled';
  reason: string;
  lobbyOutcomes: JsonObject | null;
  /** Why it is not rated although it began as a rated match. */
  unrated: Unrated | null;
  /** Agents with a seat. */
  agentIds: readonly string[];
  sessions: readonly { id: string; outcomes: JsonObject | null }[];
}

/**
 * Closes what belongs to a match of the platform that is over, in the transaction that ends it: completes its sessions,
 * ends its lobby and releases the agents of both. Returns the sessions that were active. Three statements.
 */
export async function closeMatchSeating(
  client: Queryable,
  match: EndedMatch,
): Promise<{ sessionId: string; agentId: string }[]> {
  const completed = await completeSessions(client, { reason: match.reason, sessions: match.sessions });
  const members = await markEnded(client, {
    id: match.matchId,
    status: match.status,
    reason: match.reason,
    outcomes: match.lobbyOutcomes,
    unrated: match.unrated,
  });
  await disengage(client, {
    agentIds: [...new Set([...match.agentIds, ...members])].sort(),
    sessionIds: match.sessions.map(({ id }) => id),
    lobbyId: match.matchId,
  });
  return completed;
}

/** Sessions that were active in a lobby until now. */
export type EndedSessions = { sessionId: string; agentId: string }[];

/**
 * Closes a locked lobby of a remote experience, or one that waits: completes the sessions of its players, each with its
 * outcomes, ends it and releases its agents. With `keepsSessions` the sessions go on without the lobby. Returns the
 * sessions that it has completed.
 */
export async function closeLobbySeating(
  client: Queryable,
  lobby: {
    id: string;
    status: 'completed' | 'cancelled';
    reason: string;
    outcomes: JsonObject | null;
    unrated: Unrated | null;
    playerIds: readonly string[];
    outcomesByPlayer: readonly { experienceAgentId: string; outcomes: JsonObject }[];
    keepsSessions: boolean;
  },
): Promise<EndedSessions> {
  const { id, status, reason, outcomes, unrated, playerIds, outcomesByPlayer } = lobby;
  const of = { lobbyId: id, agentIds: playerIds };
  const members = await markEnded(client, { id, status, reason, outcomes, unrated });
  // Before the sessions: it waits for a racing session.create of a member, whose session is in the lobby.
  await disengage(client, { agentIds: [...members, ...playerIds], lobbyId: id });
  if (lobby.keepsSessions) {
    await unbindSessions(client, of);
    return [];
  }
  const ended = await completeLobbySessions(client, { ...of, reason, outcomes: outcomesByPlayer });
  for (const { sessionId } of ended) evictSession(sessionId);
  const [agentIds, sessionIds] = [ended.map(({ agentId }) => agentId), ended.map(({ sessionId }) => sessionId)];
  await disengage(client, { agentIds, sessionIds });
  return ended;
}

/**
 * Why the match of a remote experience is not rated: the last call of a player failed by no fault of its agent, and none
 * succeeded since. Null when there is no such player besides `winners`, by pairwise id.
 */
export async function findUnratedReason(
  client: Queryable,
  sessionIds: readonly string[],
  winners: ReadonlySet<string> = new Set(),
): Promise<Unrated | null> {
  const faults = await findOpenFaults(sessionIds, client);
  const fault = faults.find(({ experienceAgentId }) => !winners.has(experienceAgentId));
  return fault ? unratedByCall(fault) : null;
}
