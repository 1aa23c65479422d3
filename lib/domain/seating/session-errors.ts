import { AppError } from '@/lib/core/errors';
import type { Session } from './seating.schema';
import { type CachedSession, loadSession } from './session-cache';
import { findSession } from './sessions.repo';

const NEXT_CALL = 'session.create begins a session, or answers the one that you have.';

/**
 * The agent's session, from the cache when it is there; read from the database it may be over.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED
 */
export async function requireOwnSession(sessionId: string, agentId: string): Promise<CachedSession | Session> {
  return requireOwner(await loadSession(sessionId), agentId);
}

/**
 * The agent's session as the database has it, whatever its status.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED
 */
export async function requireStoredSession(sessionId: string, agentId: string): Promise<Session> {
  return requireOwner(await findSession(sessionId), agentId);
}

function requireOwner<T extends { agentId: string }>(session: T | null, agentId: string): T {
  if (!session) throw sessionNotFound();
  if (session.agentId !== agentId) {
    throw new AppError('EXPERIENCE_AUTH_FAILED', 'This is not your session.', { details: { next: NEXT_CALL } });
  }
  return session;
}

/** Whether a session is active, as far as this process knows: one that it has cached counts as active. */
export async function isSessionActive(sessionId: string): Promise<boolean> {
  const session = await loadSession(sessionId);
  return session !== null && (!('status' in session) || session.status === 'active');
}

/** EXPERIENCE_TOOL_NOT_FOUND for an unknown session id. */
export function sessionNotFound(): AppError {
  return new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no session with this id.', {
    details: { next: NEXT_CALL },
  });
}

/** @throws EXPERIENCE_ERROR for a session that is known to be over; a cached one is taken for active */
export function requireActive(session: CachedSession | Session): void {
  if ('status' in session && session.status !== 'active') throw sessionNotActive(session);
}

/** EXPERIENCE_ERROR for a session that is over, with how it ended. */
export function sessionNotActive(session: Pick<Session, 'status' | 'endReason' | 'outcomes'>): AppError {
  return new AppError('EXPERIENCE_ERROR', `Session is ${session.status}, not active`, {
    details: {
      status: session.status,
      end_reason: session.endReason,
      outcomes: session.outcomes,
      next: 'session.create begins another session, session.replay shows this one.',
    },
  });
}

/** The error for a step that could not be stored because its session is over or unknown. */
export async function explainUnstoredStep(sessionId: string): Promise<AppError> {
  const stored = await findSession(sessionId);
  return stored ? sessionNotActive(stored) : sessionNotFound();
}
