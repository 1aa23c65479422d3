import { toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { readActiveSession, runExclusive, type Session } from '@/lib/domain/seating';
import { endOnce } from './end-session';

const NO_REPORT = { memoryUpdate: null, outcomes: null };

/**
 * Ends an active session whatever its experience answers: the experience is called, but cannot keep the session open.
 * Returns false when there is no such active session, or it is not wanted.
 */
export async function forceEndSession(
  id: string,
  reason: string,
  isWanted: (session: Session) => boolean = () => true,
): Promise<boolean> {
  return runExclusive(id, async () => {
    const session = await readActiveSession(id);
    if (!session || !isWanted(session)) return false;
    await endOnce(session, reason, (endAtHost) =>
      endAtHost(reason).catch((thrown: unknown) => {
        const { code } = toAppError(thrown);
        log.info({ code, session_id: id, reason }, 'an experience refused the end of a session');
        return NO_REPORT;
      }),
    );
    return true;
  });
}
