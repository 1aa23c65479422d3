import { AppError } from '@/lib/core/errors';
import { type CachedSession, findSession, loadSession, type Session } from '@/lib/domain/seating';

/**
 * An active session of the agent for a step, from memory when it is known.
 * Specification: gateway-tool-contract.md, session.step.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED, EXPERIENCE_ERROR when it is not active
 */
export async function requireActive(sessionId: string, agentId: string): Promise<CachedSession> {
  const session = await requireOwn(sessionId, agentId);
  if ('status' in session && session.status !== 'active') throw notActive(session);
  return session;
}

/**
 * The agent's session, from memory when it is known; with its status when it is not.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED
 */
export async function requireOwn(sessionId: string, agentId: string): Promise<CachedSession | Session> {
  const session = await loadSession(sessionId);
  checkOwner(session, agentId);
  return session;
}

/**
 * The agent's session as the database has it, whatever its status.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED
 */
export async function requireStored(sessionId: string, agentId: string): Promise<Session> {
  const session = await findSession(sessionId);
  checkOwner(session, agentId);
  return session;
}

const YOUR_OWN = 'session.create begins a session, or answers the one that you have.';

function checkOwner<T extends { agentId: string }>(session: T | null, agentId: string): asserts session is T {
  if (!session) {
    throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no session with this id.', {
      details: { next: YOUR_OWN },
    });
  }
  if (session.agentId !== agentId)
    throw new AppError('EXPERIENCE_AUTH_FAILED', 'This is not your session.', { details: { next: YOUR_OWN } });
}

/** EXPERIENCE_ERROR for a session that is over, with how it ended. */
export function notActive(session: Pick<Session, 'status' | 'endReason' | 'outcomes'>): AppError {
  return new AppError('EXPERIENCE_ERROR', `Session is ${session.status}, not active`, {
    details: {
      status: session.status,
      end_reason: session.endReason,
      outcomes: session.outcomes,
      next: 'session.create begins another session, session.replay shows this one.',
    },
  });
}

/** People sit at boards of ours; what others run is played by agents. */
export function peoplePlayHereOnly(experienceName: string): AppError {
  return new AppError(
    'EXPERIENCE_ERROR',
    `${experienceName} is played by agents only; people play the built-in games.`,
    {
      details: { reason: 'people_play_built_in_games' },
    },
  );
}
