import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { matchStream } from '@/lib/core/stream';
import type { Queryable } from '@/lib/data/database';
import { appendEvents, publish } from '@/lib/events';
import { departActiveLobby } from './departure';
import { disengage } from './engagements';
import type { Session } from './seating.schema';
import { type CachedSession, cacheSession, evictSession, loadSession } from './session-cache';
import {
  completeSession,
  failSession,
  findSession,
  replaceEndReason,
  storeFailedEnd,
  storeFault,
  storeMemoryResult,
  storePageState,
  storeTurn,
  touchActiveSession,
  transaction,
} from './sessions.repo';
import { isFaultCode } from './unrated';

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
function sessionNotFound(): AppError {
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

/** How a session ended, as the error for a call on it; null while it is active. */
export async function explainIfOver(sessionId: string): Promise<AppError | null> {
  const stored = await findSession(sessionId);
  return stored && stored.status !== 'active' ? sessionNotActive(stored) : null;
}

/** A session that is active in the database, or null. */
export async function readActiveSession(sessionId: string): Promise<Session | null> {
  const session = await findSession(sessionId);
  return session?.status === 'active' ? session : null;
}

/** Runs the statement of a session that is not cached once, so that a connection has it prepared. */
export async function prepareSessions(client: Queryable): Promise<void> {
  await findSession('00000000-0000-0000-0000-000000000000', client);
}

/**
 * Ends a session by its agent's wish. Null when its match has completed it before, because of the same wish: then only the
 * reason is stored.
 */
export async function completeByAgent(
  client: Queryable,
  end: { id: string; reason: string; outcomes: JsonObject | null },
): Promise<Session | null> {
  const completed = await completeSession(client, end);
  if (!completed) await replaceEndReason(client, end.id, end.reason);
  return completed;
}

/** Notes that the experience could not be reached for the end of an active session. Returns whether it is the second time. */
export async function noteFailedEnd(sessionId: string): Promise<boolean> {
  return (await storeFailedEnd(sessionId)) !== null;
}

/** Stores what became of a memory update of the experience: `updated`, or the code with which it was refused. */
export async function noteMemoryUpdate(
  client: Queryable,
  sessionId: string,
  { updated, error }: { updated: boolean; error: { code: string } | null },
): Promise<void> {
  const result = error?.code ?? (updated ? 'updated' : null);
  if (result !== null) await storeMemoryResult(client, sessionId, result);
}

/** Stores that a call of a session failed, where that is no fault of its agent. Logs its own errors. */
export async function noteFault(sessionId: string, thrown: unknown): Promise<void> {
  if (!(thrown instanceof AppError) || !isFaultCode(thrown.code)) return;
  await storeFault(sessionId, thrown.code).catch((error: unknown) => {
    log.error({ err: error, session_id: sessionId }, 'could not store the fault of an experience');
  });
}

/**
 * Notes that a session is in use, without a step, and its MCP session when that was replaced. Returns its number of steps.
 * @throws EXPERIENCE_ERROR when it is not active
 */
export async function touchSession(session: CachedSession, upstreamSessionId: string | null): Promise<number> {
  const stepCount = await touchActiveSession(session.id, upstreamSessionId);
  if (stepCount === null) throw await explainUnstoredStep(session.id);
  cacheSession({ ...session, upstreamSessionId: upstreamSessionId ?? session.upstreamSessionId });
  return stepCount;
}

/** Notes that the page of a player was closed, or is open again; not in a correspondence game, to which players come back. */
export async function notePageState(sessionId: string, state: { isOpen: boolean }): Promise<void> {
  await storePageState(sessionId, state);
}

/**
 * Notifies the others in the match of a remote experience that a player has acted, and stores whose turn it is; null when the
 * experience did not say. Nothing for a session that plays in no running match.
 */
export async function publishTurn(
  { id, lobbyId, experienceAgentId }: CachedSession,
  isOwnTurn: boolean | null,
): Promise<void> {
  if (lobbyId === null) return;
  publish(
    await transaction(async (client) => {
      if (!(await storeTurn(client, id, isOwnTurn))) return [];
      const data = { experience_agent_id: experienceAgentId };
      return appendEvents(client, matchStream(lobbyId), [{ type: 'step_taken', data }]);
    }),
  );
}

/** Marks a session that could not be opened as failed and releases its agent. Logs its own errors. */
export async function closeFailedSession(session: Session, errorCode: string): Promise<void> {
  const { id, agentId, lobbyId } = session;
  evictSession(id);
  try {
    const events = await transaction(async (client) => {
      const departure = lobbyId === null ? [] : await departActiveLobby(client, { lobbyId, agentId });
      await failSession(client, id, errorCode.toLowerCase());
      await disengage(client, { agentIds: [agentId], sessionIds: [id] });
      return departure;
    });
    publish(events);
  } catch (fault) {
    log.error({ err: fault, session_id: id }, 'could not close a session whose opening failed');
  }
}
