import { AppError } from '@/lib/core/errors';
import { canonicalJson, isJsonObject } from '@/lib/core/json';
import { getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { claimSend, conflict, releaseKey } from '@/lib/domain/idempotency/idempotency.service';
import {
  type CachedSession,
  cacheSession,
  evictSession,
  findSession,
  findStepByKey,
  recordStep,
  runExclusive,
} from '@/lib/domain/seating';
import { type AgentReport, recordReport } from '@/lib/domain/telemetry';
import { OutcomeUnknownError } from '@/lib/gateway';
import { notActive, requireActive, requireOwn } from './access';
import { type PlayClient, portTo } from './experience-port';
import { sqlState } from './sessions.repo';

export interface StepRequest {
  agent: { agentId: string };
  sessionId: string;
  action: unknown;
  report: AgentReport;
  idempotencyKey: string | null;
  signal?: AbortSignal;
}

type UpstreamAnswer = Awaited<ReturnType<PlayClient['callTool']>>;

export interface StepAnswer {
  sessionId: string;
  stepCount: number;
  response: unknown;
}

/**
 * Sends an action to what the session plays. Steps of one session happen one after the other. Only an action that
 * succeeded counts. On a game of ours the move, its events and the step are one database round trip; for a remote
 * experience one follows its answer.
 *
 * With an idempotency key a step never moves twice: the key is stored with the step, and for a remote experience also
 * before it is sent, so that an action whose answer was lost is not sent again.
 * Specification: gateway-tool-contract.md, session.step; decisions.md, Idempotency.
 * @throws EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_AUTH_FAILED, EXPERIENCE_ERROR, IDEMPOTENCY_CONFLICT, EXPERIENCE_TIMEOUT,
 * EXPERIENCE_UNREACHABLE, POOL_EXHAUSTED
 */
export async function stepSession(request: StepRequest): Promise<StepAnswer> {
  return runExclusive(request.sessionId, async () => {
    const { sessionId, agent } = request;
    if (request.idempotencyKey === null) return play(request, await requireActive(sessionId, agent.agentId));
    await requireOwn(sessionId, agent.agentId);
    // A repeated key is answered even when its own step has ended the session.
    return (await earlierAnswer(request)) ?? play(request, await requireActive(sessionId, agent.agentId));
  });
}

/** @throws IDEMPOTENCY_CONFLICT when the key made another step. */
async function earlierAnswer(request: StepRequest): Promise<StepAnswer | null> {
  const step = request.idempotencyKey === null ? null : await findStepByKey(request.sessionId, request.idempotencyKey);
  if (!step) return null;
  if (canonicalJson(step.action) !== canonicalJson(request.action)) throw conflict(request.idempotencyKey ?? '');
  return { sessionId: request.sessionId, stepCount: step.stepNumber, response: step.response };
}

async function play(request: StepRequest, session: CachedSession): Promise<StepAnswer> {
  const experience = await getPlayed({ experienceId: session.experienceId });
  if (experience.kind === 'builtin') {
    const answer = await send(request, session, experience).catch((thrown: unknown) => explain(session, thrown));
    return answer.recorded ? settled(request, session, answer, answer.recorded) : record(request, session, answer);
  }
  const takeBack = await announceSend(request);
  const answer = await send(request, session, experience).catch(async (thrown: unknown) => {
    if (!mayHaveTakenEffect(thrown)) await takeBack();
    throw warned(thrown);
  });
  const recorded = await record(request, session, answer);
  cacheSession({ ...session, upstreamSessionId: answer.upstreamSessionId ?? session.upstreamSessionId });
  return recorded;
}

async function send(
  request: StepRequest,
  session: CachedSession,
  experience: PlayableExperience,
): Promise<UpstreamAnswer> {
  const { client, call } = await portTo(experience, session.agentId);
  const { sessionId, action, idempotencyKey } = request;
  return client.callTool(
    'session.step',
    { session_id: sessionId, experience_agent_id: session.experienceAgentId, action },
    {
      ...call,
      signal: request.signal,
      upstreamSessionId: session.upstreamSessionId,
      step: { sessionId, agentId: session.agentId, action, idempotencyKey },
    },
  );
}

/** A game that is over has ended the session: the caller hears of that, and how it went. */
async function explain(session: CachedSession, thrown: unknown): Promise<never> {
  const isOver = thrown instanceof AppError && thrown.details?.status !== undefined;
  if (isOver) {
    evictSession(session.id);
    const stored = await findSession(session.id);
    if (stored && stored.status !== 'active') throw notActive(stored);
  }
  throw thrown;
}

/** A game of ours has stored the step together with the move. */
async function settled(
  request: StepRequest,
  session: CachedSession,
  answer: UpstreamAnswer,
  { stepCount }: { stepCount: number },
): Promise<StepAnswer> {
  const isOver = isJsonObject(answer.value) && answer.value.status !== 'active';
  if (isOver) evictSession(session.id);
  else cacheSession(session);
  return reported(request, session, answer, stepCount);
}

/** The answer, once what the agent reported beside its action is stored. */
async function reported(
  { report }: StepRequest,
  session: CachedSession,
  { latencyMs, value }: UpstreamAnswer,
  stepCount: number,
): Promise<StepAnswer> {
  await recordReport({ ...session, sessionId: session.id, stepNumber: stepCount }, report, latencyMs);
  return { sessionId: session.id, stepCount, response: value };
}

/** Stores what was answered: the count, the step with how long it took, and what the agent reported. */
async function record(request: StepRequest, session: CachedSession, answer: UpstreamAnswer): Promise<StepAnswer> {
  const stepCount = await recordStep({
    sessionId: session.id,
    action: request.action,
    response: answer.value,
    idempotencyKey: request.idempotencyKey,
    upstreamSessionId: answer.upstreamSessionId ?? null,
    latencyMs: answer.latencyMs,
  }).catch((thrown: unknown) => {
    if (sqlState(thrown) === '23505') return 'repeated' as const;
    throw thrown;
  });
  if (stepCount === 'repeated') {
    const earlier = await earlierAnswer(request);
    if (earlier) return earlier;
  }
  if (typeof stepCount !== 'number') {
    evictSession(session.id);
    const stored = await findSession(session.id);
    throw stored ? notActive(stored) : new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no session with this id.');
  }
  return reported(request, session, answer, stepCount);
}

/**
 * Notes that a keyed action is about to be sent to a remote experience. Returns the way to take that back when it
 * certainly had no effect. An action that was sent before and whose answer was lost is not sent again.
 */
async function announceSend(request: StepRequest): Promise<() => Promise<void>> {
  if (request.idempotencyKey === null) return async () => {};
  const of = {
    agentId: request.agent.agentId,
    tool: 'session.step sent',
    key: `${request.sessionId} ${request.idempotencyKey}`,
  };
  if (await claimSend(of)) return () => releaseKey(of);
  throw new AppError(
    'EXPERIENCE_TIMEOUT',
    'This step was sent before and its answer was lost; it may have taken effect. Look at the state, then act with a new key.',
    { retryable: false },
  );
}

/** Faults after which nobody knows whether the experience has acted. */
function mayHaveTakenEffect(thrown: unknown): boolean {
  return thrown instanceof OutcomeUnknownError || !(thrown instanceof AppError);
}

/** A fault after the action was sent says so: who repeats it blindly may move twice. */
function warned(thrown: unknown): unknown {
  if (!(thrown instanceof OutcomeUnknownError)) return thrown;
  const { code, message, details, internal, retryable, retryAfterS, cause } = thrown;
  const words = `${message} The step may have taken effect: look at the state before you act again.`;
  return new OutcomeUnknownError(code, words, { details, internal, retryable, retryAfterS, cause });
}
