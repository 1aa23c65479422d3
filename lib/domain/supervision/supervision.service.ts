import pLimit from 'p-limit';
import { AppError, toAppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { markStopped } from '@/lib/domain/controls';
import { leaveLobby } from '@/lib/domain/lobbies';
import { forceEndSession } from '@/lib/domain/sessions';
import { leaveQueue } from '@/lib/domain/werewolf';
import { findOwnedSession, findPlays, type OwnedPlay } from './supervision.repo';

/** The end reason of a session that the owner has ended. */
const REASON = 'ended_by_owner';
/** Sessions that are ended at the same time: a slow experience delays few others. */
const MAX_CONCURRENT = 20;

/**
 * Ends a session of one of the owner's agents. The experience is called and cannot keep it open; in a match against others
 * the agent resigns. Ending it again changes nothing.
 * @throws NOT_FOUND when there is no such session, and just so when its agent belongs to another owner
 */
export async function endOwnedSession(of: { ownerId: OwnerId; sessionId: string }): Promise<{ ended: boolean }> {
  if ((await findOwnedSession(of)) === null) throw new AppError('NOT_FOUND', 'There is no session with this id.');
  return { ended: await forceEndSession(of.sessionId, REASON) };
}

/**
 * Stops one agent of an owner, or all: from now on every call is refused; then its session is ended, and its lobby or queue left.
 * A session that an unfinished call opens meanwhile is ended within a minute by the job for idle sessions.
 * @throws NOT_FOUND when the owner has no such agent
 */
export async function stopAgents(of: {
  ownerId: OwnerId;
  agentId: string | null;
}): Promise<{ stopped: number; ended: number }> {
  const stopped = await markStopped({ ...of, isStopped: true });
  const limit = pLimit(MAX_CONCURRENT);
  const plays = await findPlays(stopped);
  const ended = await Promise.all(plays.map((play) => limit(() => endPlay(play))));
  return { stopped: stopped.length, ended: ended.filter(Boolean).length };
}

/** Lets one agent, or all of an owner, call again. @throws NOT_FOUND when the owner has no such agent */
export async function resumeAgents(of: { ownerId: OwnerId; agentId: string | null }): Promise<{ resumed: number }> {
  const resumed = await markStopped({ ...of, isStopped: false });
  return { resumed: resumed.length };
}

/** Ends what an agent plays: its session, then the lobby or the queue that it still waits in. Returns whether all of it ended. */
async function endPlay({ agent_id, session_id, lobby_id, queue_id }: OwnedPlay): Promise<boolean> {
  try {
    if (session_id !== null) await forceEndSession(session_id, REASON);
    if (lobby_id !== null) await leaveLobby({ agent: { agentId: agent_id }, lobbyId: lobby_id });
    if (queue_id !== null) await leaveQueue({ agentId: agent_id, queueId: queue_id });
    return true;
  } catch (thrown) {
    const { code } = toAppError(thrown);
    log.warn({ code, err: thrown, agent_id }, 'could not end what a stopped agent plays');
    return false;
  }
}
