import { newId } from '@/lib/core/ids';
import type { Queryable } from '@/lib/data/database';
import { experienceAgentId } from '@/lib/domain/identity';
import { engage } from './engagements';
import { findMemberRole } from './lobbies.repo';
import type { Session } from './seating.schema';
import { findSession, insertSession } from './sessions.repo';

/** A session of session.create: the agent's present one, or a new one. */
export interface OpenedSession {
  session: Session;
  isNew: boolean;
}

/**
 * Engages an agent and inserts its session; an agent that has one with the experience gets that one. A new session is
 * bound to the lobby in which the agent waits as a player. Without such a lobby `soloSeat` is the seat of a solo match of
 * the platform, which has the session's id; null where the platform runs no match.
 * @throws AGENT_BUSY, EXPERIENCE_TOOL_NOT_FOUND
 */
export async function openOrFindSession(
  client: Queryable,
  args: { agentId: string; experienceId: string; soloSeat: number | null },
): Promise<OpenedSession> {
  const { agentId, experienceId } = args;
  const id = newId();
  const engagement = await engage(client, { agentId, experienceId, sessionId: id });
  if (engagement.sessionId !== null && engagement.sessionId !== id) {
    const session = await findSession(engagement.sessionId, client);
    if (session) return { session, isNew: false };
    throw new Error(`the engagement of ${agentId} names the missing session ${engagement.sessionId}`);
  }
  const lobbyId = await playedLobby(client, agentId, engagement.lobbyId);
  const seat = lobbyId === null ? args.soloSeat : null;
  const session = await insertSession(client, {
    id,
    agentId,
    experienceId,
    experienceAgentId: experienceAgentId({ agentId, experienceId }),
    matchId: seat === null ? null : id,
    seat,
    lobbyId,
  });
  return { session, isNew: true };
}

/** The lobby, unless the agent only watches it. */
async function playedLobby(client: Queryable, agentId: string, lobbyId: string | null): Promise<string | null> {
  const role = lobbyId === null ? null : await findMemberRole({ lobbyId, agentId }, client);
  return role === null || role === 'spectator' ? null : lobbyId;
}
