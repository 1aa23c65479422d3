import { AppError } from '@/lib/core/errors';
import { type StreamEvent, sessionStream } from '@/lib/core/stream';
import { getPlayed } from '@/lib/domain/catalog';
import { runClaimed } from '@/lib/domain/idempotency';
import { dropSessionKeys } from '@/lib/domain/memory';
import { type EndReport, hostOf, type MemoryOutcome, storeMemoryUpdates } from '@/lib/domain/play-host';
import {
  type CachedSession,
  completeByAgent,
  departActiveLobby,
  disengage,
  evictSession,
  explainIfOver,
  isFaultCode,
  noteFailedEnd,
  readLobbyWithMembers,
  requireOwnSession,
  requireStoredSession,
  runExclusive,
  type Session,
  sessionNotActive,
} from '@/lib/domain/seating';
import { recordReport } from '@/lib/domain/telemetry';
import { appendEvents, publish } from '@/lib/events';
import { isUnknownSession, mayHaveTakenEffect } from '@/lib/gateway';
import { type Client, transaction } from './sessions.repo';
import { type EndSession, MAX_IDLE_MS, type SessionEnding } from './sessions.schema';

/**
 * Ends a session: a solo game that is not over is cancelled, a seat in a match against others resigns, a remote
 * experience may answer what to remember and the outcomes. When the experience refuses, the session stays active, unless
 * the agent insists, the experience has forgotten it or is away for the second time. A
 * session that its finished game has ended answers its outcomes, and racing calls get the answer of the first.
 * Specification: gateway-tool-contract.md, session.end.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED, EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT
 */
export async function endSession(request: EndSession): Promise<SessionEnding> {
  const { sessionId, agent } = request;
  const called = await requireOwnSession(sessionId, agent.agentId);
  return runExclusive(sessionId, async () => {
    const session = await requireStoredSession(sessionId, agent.agentId);
    const ending = session.status === 'active' ? await end(session, request) : await endedBefore(session, called);
    await recordReport({ ...session, sessionId: session.id, stepNumber: null, isStep: false }, request.report, null);
    return ending;
  });
}

type EndRequest = Pick<EndSession, 'reason' | 'signal' | 'force'>;

async function end(session: Session, request: EndRequest): Promise<SessionEnding> {
  const { reason = 'ended_by_agent' } = request;
  return endOnce(session, reason, (endAtHost) =>
    endAtHost(request.reason, request.signal).catch(async (thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown;
      const notice = await whyEndedAlone(session, request, thrown);
      if (notice !== null) return { memoryUpdate: null, outcomes: null, notice };
      throw await explainRefusal(session, thrown);
    }),
  );
}

/**
 * Why a session ends although its experience did not end it: the agent insists, the experience does not know the session any
 * more, or cannot be reached for the second time. Null for a refusal, which keeps the session open.
 */
async function whyEndedAlone(session: Session, { force }: EndRequest, thrown: AppError): Promise<string | null> {
  if (force) return `The experience did not end the session, which is over here: ${thrown.message}`;
  if (isUnknownSession(thrown)) return `The experience does not know the session any more: ${thrown.message}`;
  const isAway = isFaultCode(thrown.code) || mayHaveTakenEffect(thrown);
  if (!isAway || !(await noteFailedEnd(session.id))) return null;
  return `The experience could not be asked for the second time, and the session is over without it: ${thrown.message}`;
}

/** Ends what the session plays. @throws the experience's errors */
type EndAtHost = (reason?: string, signal?: AbortSignal) => Promise<EndReport>;

/**
 * Ends an active session at its host and stores the end. Racing calls, in other processes too, get the answer of the first:
 * a remote experience is called once, unless it refuses.
 */
export async function endOnce(
  session: Session,
  storedReason: string,
  report: (endAtHost: EndAtHost) => Promise<EndReport>,
): Promise<SessionEnding> {
  const experience = await getPlayed({ experienceId: session.experienceId });
  const host = hostOf(experience);
  const end = async () =>
    closeSession(
      session,
      storedReason,
      await report((reason, signal) => host.endSession({ session, experience, reason, signal })),
    );
  if (host.storesStepsWithMoves) return end();
  const of = { agentId: session.agentId, tool: 'session.end sent', key: session.id };
  return (await runClaimed({ ...of, input: null }, end)) as SessionEnding;
}

/** The refusal of the experience with the session's state: the agent is engaged until the session ends or times out. */
async function explainRefusal(session: Session, refusal: AppError): Promise<AppError> {
  const over = await explainIfOver(session.id);
  if (over) return over;
  const minutes = MAX_IDLE_MS / 60_000;
  return new AppError(refusal.code, refusal.message, {
    retryable: refusal.retryable,
    retryAfterS: refusal.retryAfterS,
    cause: refusal,
    details: {
      ...refusal.details,
      session_id: session.id,
      status: 'active',
      next:
        'The session is still active. session.end with force: true ends it whatever the experience answers; without it the ' +
        `session ends ${minutes} minutes after its last step.`,
    },
  });
}

/**
 * The end of a session that its match has ended, or that was active when this call came.
 * @param called the session at that moment
 * @throws EXPERIENCE_ERROR for every other session
 */
async function endedBefore(session: Session, called: CachedSession | Session): Promise<SessionEnding> {
  const { id, status, stepCount, outcomes, memoryResult } = session;
  const isRacing = !('status' in called) || called.status === 'active';
  if (status !== 'completed' || !(isRacing || (await isOverWithMatch(session)))) throw sessionNotActive(session);
  return {
    session_id: id,
    status: 'completed',
    step_count: stepCount,
    outcomes,
    memory_updated: memoryResult === 'updated',
  };
}

async function isOverWithMatch({ matchId, lobbyId, outcomes, endReason }: Session): Promise<boolean> {
  if (matchId !== null) return outcomes !== null;
  const read = lobbyId === null ? null : await readLobbyWithMembers(lobbyId);
  return read?.lobby.status === 'completed' && read.lobby.endReason === endReason;
}

/** Stores the end in one transaction: session, memory, engagement and, in a remote lobby, the departure. */
async function closeSession(session: Session, reason: string, report: EndReport): Promise<SessionEnding> {
  evictSession(session.id);
  const { memory, events } = await transaction((client) => storeEnd(client, session, reason, report));
  publish(events);
  const { stepCount, outcomes } = await requireStoredSession(session.id, session.agentId);
  return {
    session_id: session.id,
    status: 'completed',
    step_count: stepCount,
    outcomes,
    memory_updated: memory.updated,
    ...(memory.error ? { memory_error: memory.error } : {}),
    ...(report.notice ? { notice: report.notice } : {}),
  };
}

async function storeEnd(
  client: Client,
  session: Session,
  reason: string,
  report: EndReport,
): Promise<{ memory: MemoryOutcome; events: StreamEvent[] }> {
  const { id, agentId, experienceId, lobbyId, matchId } = session;
  const events: StreamEvent[] = [];
  if (lobbyId !== null && matchId === null) events.push(...(await departActiveLobby(client, { lobbyId, agentId })));
  const completed = await completeByAgent(client, { id, reason, outcomes: report.outcomes });
  const memory = await storeMemoryUpdates(client, session, completed === null ? [] : [report.memoryUpdate]);
  await dropSessionKeys(client, { agentId, experienceId });
  // An agent that has resigned from a match which continues is free of its lobby too.
  await disengage(client, { agentIds: [agentId], sessionIds: [id], lobbyId: matchId === null ? null : lobbyId });
  if (completed && matchId === null) {
    const data = { session_id: id, reason, outcomes: completed.outcomes };
    events.push(...(await appendEvents(client, sessionStream(id), [{ type: 'session_ended', data }])));
  }
  return { memory, events };
}
