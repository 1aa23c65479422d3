import type { JsonObject } from '@/lib/core/json';
import type { Unrated } from '@/lib/core/unrated';
import type { Queryable } from '@/lib/data/database';
import { disengage } from './engagements';
import { markEnded } from './lobbies.repo';
import { completeSessions } from './sessions.repo';

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
