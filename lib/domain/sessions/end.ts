import pLimit from 'p-limit';
import { AppError, toAppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { type StreamEvent, sessionStream } from '@/lib/core/stream';
import { getPlayed } from '@/lib/domain/catalog';
import { dropSessionKeys, mergeMemory } from '@/lib/domain/memory';
import {
  completeSession,
  departActiveLobby,
  disengage,
  evictSession,
  findSession,
  replaceEndReason,
  runExclusive,
  type Session,
} from '@/lib/domain/seating';
import { type AgentReport, recordReport } from '@/lib/domain/telemetry';
import { appendEvents, publish } from '@/lib/events';
import { notActive, requireStored } from './access';
import { type EndReport, readEndReport } from './end-report';
import { portTo } from './experience-port';
import { type Client, findIdleSessions, transaction } from './sessions.repo';
import { IDLE_AFTER_MS } from './sessions.schema';

export interface SessionEnding {
  sessionId: string;
  stepCount: number;
  outcomes: JsonObject | null;
  memoryUpdated: boolean;
}

const NO_REPORT: EndReport = { memoryUpdate: null, outcomes: null };
const IDLE_REASON = 'idle_timeout';
const IDLE_BATCH = 100;
/** Idle sessions that are ended at the same time. */
const ENDED_AT_ONCE = 20;

/**
 * Ends a session: a solo game that is not over is cancelled, a seat in a match against others gives up, a remote
 * experience is told and may answer what to remember and how it went. When the experience refuses, the session stays
 * active. A session that its finished game has ended already answers how that went.
 * Specification: gateway-tool-contract.md, session.end.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED, EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT
 */
export async function endSession(request: {
  agent: { agentId: string };
  sessionId: string;
  reason?: string;
  report: AgentReport;
  signal?: AbortSignal;
}): Promise<SessionEnding> {
  return runExclusive(request.sessionId, async () => {
    const session = await requireStored(request.sessionId, request.agent.agentId);
    const ending = session.status === 'active' ? await end(session, request) : endedByItsGame(session);
    await recordReport({ ...session, sessionId: session.id, stepNumber: null }, request.report, null);
    return ending;
  });
}

async function end(session: Session, request: { reason?: string; signal?: AbortSignal }): Promise<SessionEnding> {
  const report = await tellExperience(session, request.reason, request.signal).catch(async (thrown: unknown) => {
    throw thrown instanceof AppError ? await explainRefusal(session, thrown) : thrown;
  });
  return close(session, request.reason ?? 'ended_by_agent', report);
}

/** The experience's refusal to end, with what it means: the agent is not free yet, and will be without its consent. */
async function explainRefusal(session: Session, refusal: AppError): Promise<AppError> {
  const stored = await findSession(session.id);
  if (stored && stored.status !== 'active') return notActive(stored);
  const minutes = IDLE_AFTER_MS / 60_000;
  return new AppError(refusal.code, refusal.message, {
    retryable: refusal.retryable,
    retryAfterS: refusal.retryAfterS,
    cause: refusal,
    details: {
      ...refusal.details,
      session_id: session.id,
      status: 'active',
      next: `The session is still active. Call session.end again; left alone it ends ${minutes} minutes after its last step.`,
    },
  });
}

/** @throws EXPERIENCE_ERROR unless it was the game's end that ended the session. */
function endedByItsGame(session: Session): SessionEnding {
  if (session.status !== 'completed' || session.matchId === null || session.outcomes === null) throw notActive(session);
  return { sessionId: session.id, stepCount: session.stepCount, outcomes: session.outcomes, memoryUpdated: false };
}

async function tellExperience(session: Session, reason: string | undefined, signal?: AbortSignal): Promise<EndReport> {
  const experience = await getPlayed({ experienceId: session.experienceId });
  const { client, call } = await portTo(experience, session.agentId);
  const answer = await client.callTool(
    'session.end',
    {
      session_id: session.id,
      experience_agent_id: session.experienceAgentId,
      ...(reason === undefined ? {} : { reason }),
    },
    { ...call, signal, upstreamSessionId: session.upstreamSessionId },
  );
  return experience.kind === 'builtin' ? NO_REPORT : readEndReport(answer.value);
}

/** Writes the end: session, memory, engagement and, in a remote lobby, the empty chair. One transaction. */
async function close(session: Session, reason: string, report: EndReport): Promise<SessionEnding> {
  evictSession(session.id);
  const { memoryUpdated, events } = await transaction((client) => writeEnd(client, session, reason, report));
  publish(events);
  const stored = (await findSession(session.id)) ?? session;
  return { sessionId: session.id, stepCount: stored.stepCount, outcomes: stored.outcomes, memoryUpdated };
}

async function writeEnd(
  client: Client,
  session: Session,
  reason: string,
  report: EndReport,
): Promise<{ memoryUpdated: boolean; events: StreamEvent[] }> {
  const { id, agentId, experienceId, lobbyId } = session;
  const events: StreamEvent[] = [];
  if (lobbyId !== null && session.matchId === null)
    events.push(...(await departActiveLobby(client, { lobbyId, agentId })));
  const completed = await completeSession(client, { id, reason, outcomes: report.outcomes });
  if (!completed) await replaceEndReason(client, id, reason);
  const memoryUpdated = completed !== null && (await remember(client, session, report));
  await dropSessionKeys(client, { agentId, experienceId });
  // Whoever has given up a match that goes on without them is free of its lobby too.
  const leftLobbyId = session.matchId === null ? null : lobbyId;
  await disengage(client, { agentIds: [agentId], sessionIds: [id], lobbyId: leftLobbyId });
  if (completed && session.matchId === null) {
    const data = { session_id: id, reason, outcomes: completed.outcomes };
    events.push(...(await appendEvents(client, sessionStream(id), [{ type: 'session_ended', data }])));
  }
  return { memoryUpdated, events };
}

/** What the experience wants remembered; what cannot be kept does not keep the session from ending. */
async function remember(client: Client, session: Session, report: EndReport): Promise<boolean> {
  if (!report.memoryUpdate || Object.keys(report.memoryUpdate).length === 0) return false;
  const key = { layer: 'agent', subjectId: session.agentId, experienceId: session.experienceId } as const;
  try {
    await mergeMemory(client, { key, data: report.memoryUpdate, by: 'experience' });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    log.warn({ code: thrown.code, session_id: session.id }, 'the memory update of an experience was refused');
    return false;
  }
}

/**
 * Ends the sessions that nobody has used for 30 minutes, so that no agent locks itself out; their experiences are told
 * but cannot keep them open, and one that does not answer holds up few others. A job calls it; once `stopping` aborts
 * no further session is begun with. Returns how many ended.
 */
export async function endIdleSessions(now: Date = new Date(), stopping?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - IDLE_AFTER_MS);
  const limit = pLimit(ENDED_AT_ONCE);
  const idle = await findIdleSessions(before, IDLE_BATCH);
  const endings = idle.map((id) => limit(() => !stopping?.aborted && endIdleOrLog(id, before)));
  return (await Promise.all(endings)).filter((hasEnded) => hasEnded).length;
}

async function endIdleOrLog(id: string, before: Date): Promise<boolean> {
  return endIdle(id, before).catch((thrown: unknown) => {
    log.error({ err: thrown, session_id: id }, 'an idle session could not be ended');
    return false;
  });
}

async function endIdle(id: string, before: Date): Promise<boolean> {
  return runExclusive(id, async () => {
    const session = await findSession(id);
    if (session?.status !== 'active' || session.lastActiveAt >= before) return false;
    const report = await tellExperience(session, IDLE_REASON).catch((thrown: unknown) => {
      log.info(
        { code: toAppError(thrown).code, session_id: id },
        'an experience did not take the end of an idle session',
      );
      return NO_REPORT;
    });
    await close(session, IDLE_REASON, report);
    return true;
  });
}
