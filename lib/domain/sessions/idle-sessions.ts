import pLimit from 'p-limit';
import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import type { Session } from '@/lib/domain/seating';
import { forceEndSession } from './force-end';
import { findIdleSessions, findSessionsOfStopped } from './sessions.repo';
import { MAX_IDLE_MS } from './sessions.schema';

const IDLE_REASON = 'idle_timeout';
/** The end reason of sessions that an agent opened while its owner stopped it. */
const STOPPED_REASON = 'ended_by_owner';
const MAX_BATCH = 100;
/** Sessions that are ended at the same time: a slow experience delays few others. */
const MAX_CONCURRENT = 20;

/**
 * Ends the sessions without a step for 30 minutes, so that no agent stays engaged for ever, and those of agents that their
 * owner has stopped. Their experiences are called but cannot keep them open. The ticker calls it; no further session is
 * ended after `stopping` aborts. Returns how many ended.
 */
export async function endIdleSessions(at: Date = now(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(at.getTime() - MAX_IDLE_MS);
  const limit = pLimit(MAX_CONCURRENT);
  const [idle, stopped] = await Promise.all([findIdleSessions(before, MAX_BATCH), findSessionsOfStopped(MAX_BATCH)]);
  const isIdle = (session: Session) => session.lastActiveAt < before;
  const endings = [
    ...idle.map((id) => limit(() => !stopping?.aborted && endOrLog(id, IDLE_REASON, isIdle))),
    ...stopped.map((id) => limit(() => !stopping?.aborted && endOrLog(id, STOPPED_REASON))),
  ];
  return (await Promise.all(endings)).filter((hasEnded) => hasEnded).length;
}

async function endOrLog(id: string, reason: string, isWanted?: (session: Session) => boolean): Promise<boolean> {
  return forceEndSession(id, reason, isWanted).catch((thrown: unknown) => {
    log.error({ err: thrown, session_id: id, reason }, 'could not end a session');
    return false;
  });
}
