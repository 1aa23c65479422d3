import pLimit from 'p-limit';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import type { Session } from '@/lib/domain/seating';
import { forceEndSession } from './force-end';
import { findIdleSessions, findSessionsOfClosedPages, findSessionsOfStopped } from './sessions.repo';
import { MAX_IDLE_MS } from './sessions.schema';

const IDLE_REASON = 'idle_timeout';
/** The end reason of sessions that an agent opened while its owner stopped it. */
const STOPPED_REASON = 'ended_by_owner';
const CLOSED_REASON = 'page_closed';
/** A person who comes back within this time goes on playing. */
const CLOSED_PAGE_KEPT_MS = 2 * 60_000;
const MAX_BATCH = 100;
/** Sessions that are ended at the same time: a slow experience delays few others. */
const MAX_CONCURRENT = 20;

const endings = new DueRows('sessions.end');

/**
 * Ends the sessions without a step for 30 minutes, so that no agent stays engaged for ever, and those of agents that their
 * owner has stopped. Their experiences are called but cannot keep them open. The ticker calls it; no further session is
 * ended after `stopping` aborts. Returns how many ended.
 */
export async function endIdleSessions(at: Date = now(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(at.getTime() - MAX_IDLE_MS);
  const limit = pLimit(MAX_CONCURRENT);
  const except = endings.postponed();
  const [idle, stopped] = await Promise.all([
    findIdleSessions(before, except, MAX_BATCH),
    findSessionsOfStopped(except, MAX_BATCH),
  ]);
  const isIdle = (session: Session) => session.lastActiveAt < before;
  const end = (id: string, reason: string, isWanted?: (session: Session) => boolean) =>
    limit(async () => !stopping?.aborted && (await endings.attempt(id, () => forceEndSession(id, reason, isWanted))));
  const ended = await Promise.all([
    ...idle.map((id) => end(id, IDLE_REASON, isIdle)),
    ...stopped.map((id) => end(id, STOPPED_REASON)),
  ]);
  return ended.filter(Boolean).length;
}

/**
 * Gives up the matches of people who closed the page two minutes ago and have not come back: a game against bots is cancelled,
 * a seat in a match against others resigns. The ticker calls it. Returns how many ended.
 */
export async function endSessionsOfClosedPages(at: Date = now(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(at.getTime() - CLOSED_PAGE_KEPT_MS);
  const found = await findSessionsOfClosedPages(before, endings.postponed(), MAX_BATCH);
  const isClosed = ({ pageClosedAt }: Session) => pageClosedAt !== null && pageClosedAt < before;
  const limit = pLimit(MAX_CONCURRENT);
  const ended = await Promise.all(
    found.map((id) =>
      limit(async () => {
        if (stopping?.aborted) return false;
        return endings.attempt(id, () => forceEndSession(id, CLOSED_REASON, isClosed));
      }),
    ),
  );
  return ended.filter(Boolean).length;
}
