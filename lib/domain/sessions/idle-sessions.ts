import pLimit from 'p-limit';
import { now } from '@/lib/core/clock';
import { toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { findSession, runExclusive } from '@/lib/domain/seating';
import { closeSession, endAtHost } from './end-session';
import { findIdleSessions } from './sessions.repo';
import { MAX_IDLE_MS } from './sessions.schema';

const IDLE_REASON = 'idle_timeout';
const NO_REPORT = { memoryUpdate: null, outcomes: null };
const MAX_BATCH = 100;
/** Sessions that are ended at the same time: a slow experience delays few others. */
const MAX_CONCURRENT = 20;

/**
 * Ends the sessions without a step for 30 minutes, so that no agent stays engaged for ever. Their experiences are called
 * but cannot keep them open. The ticker calls it; no further session is ended after `stopping` aborts. Returns how many ended.
 */
export async function endIdleSessions(at: Date = now(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(at.getTime() - MAX_IDLE_MS);
  const limit = pLimit(MAX_CONCURRENT);
  const ids = await findIdleSessions(before, MAX_BATCH);
  const endings = ids.map((id) => limit(() => !stopping?.aborted && endIdleOrLog(id, before)));
  return (await Promise.all(endings)).filter((hasEnded) => hasEnded).length;
}

async function endIdleOrLog(id: string, before: Date): Promise<boolean> {
  return endIdle(id, before).catch((thrown: unknown) => {
    log.error({ err: thrown, session_id: id }, 'could not end an idle session');
    return false;
  });
}

async function endIdle(id: string, before: Date): Promise<boolean> {
  return runExclusive(id, async () => {
    const session = await findSession(id);
    if (session?.status !== 'active' || session.lastActiveAt >= before) return false;
    const report = await endAtHost(session, IDLE_REASON).catch((thrown: unknown) => {
      const { code } = toAppError(thrown);
      log.info({ code, session_id: id }, 'an experience refused the end of an idle session');
      return NO_REPORT;
    });
    await closeSession(session, IDLE_REASON, report);
    return true;
  });
}
