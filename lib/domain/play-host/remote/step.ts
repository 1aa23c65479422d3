import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { isFaultCode } from '@/lib/core/unrated';
import { claimSend, releaseKey } from '@/lib/domain/idempotency';
import { cacheSession, evictSession, explainUnstoredStep, recordStep, storeFault } from '@/lib/domain/seating';
import { mayHaveTakenEffect, OutcomeUnknownError } from '@/lib/gateway';
import type { HostAnswer, HostStep } from '../play-host';
import { clientFor } from './client';

/** What sending an action to a server brought. */
export interface SentAction {
  /** What the agent is answered. */
  value: unknown;
  latencyMs: number;
  /** Set when the MCP session of the call was replaced. */
  upstreamSessionId?: string | null;
  /** What is stored in place of the action and the answer when these contain secrets. */
  stored?: { action: unknown; response: unknown };
  /** Names of the arguments that were filled in. */
  filledArgs?: readonly string[] | null;
}

/** Sends an action to the tool session.step of the experience and stores its answer. */
export function step(request: HostStep): Promise<HostAnswer> {
  return sendAndStore(request, async () => {
    const { session, experience, action, signal } = request;
    const { client, context } = await clientFor(experience, session.agentId);
    const { id: session_id, experienceAgentId: experience_agent_id, upstreamSessionId } = session;
    const args = { session_id, experience_agent_id, action };
    return client.callTool('session.step', args, { ...context, signal, upstreamSessionId });
  });
}

/**
 * Sends an action by `send` and stores its answer: one round trip follows the answer. With an idempotency key the sending
 * is stored before, so that an action whose answer was lost is not sent again.
 */
export async function sendAndStore(request: HostStep, send: () => Promise<SentAction>): Promise<HostAnswer> {
  const { session, action, idempotencyKey } = request;
  const releaseSend = await claimSendOf(request);
  const answer = await send().catch(async (thrown: unknown) => {
    if (!mayHaveTakenEffect(thrown)) await releaseSend();
    await noteFault(request, thrown);
    throw withWarning(thrown);
  });
  const { value: response, latencyMs, upstreamSessionId = null } = answer;
  const stepCount = await recordStep({
    sessionId: session.id,
    action,
    response,
    ...answer.stored,
    filledArgs: answer.filledArgs ?? null,
    idempotencyKey,
    upstreamSessionId,
    latencyMs,
  });
  if (stepCount === null) {
    evictSession(session.id);
    throw await explainUnstoredStep(session.id);
  }
  cacheSession({ ...session, upstreamSessionId: upstreamSessionId ?? session.upstreamSessionId });
  return { response, stepCount, latencyMs };
}

/**
 * Stores that a keyed action is about to be sent. Returns a function that takes this back, for an action that certainly
 * had no effect. @throws EXPERIENCE_ERROR for an action that was sent before and whose answer was lost
 */
async function claimSendOf({ session, idempotencyKey }: HostStep): Promise<() => Promise<void>> {
  if (idempotencyKey === null) return async () => {};
  const of = { agentId: session.agentId, tool: 'session.step sent', key: `${session.id} ${idempotencyKey}` };
  if (await claimSend(of)) return () => releaseKey(of);
  throw new AppError(
    'EXPERIENCE_ERROR',
    'This step was sent before and its answer was lost; it may have taken effect. Look at the state, then act with a new key.',
    { retryable: false },
  );
}

/** Adds to a fault after the sending that repeating the step may move twice. */
function withWarning(thrown: unknown): unknown {
  if (!(thrown instanceof OutcomeUnknownError)) return thrown;
  const { code, message, details, internal, retryable, retryAfterS, cause } = thrown;
  const text = `${message} The step may have taken effect: look at the state before you act again.`;
  return new OutcomeUnknownError(code, text, { details, internal, retryable, retryAfterS, cause });
}

/** Stores that the step failed by no fault of the agent, which has not hung up itself. */
async function noteFault({ session, signal }: HostStep, thrown: unknown): Promise<void> {
  if (!(thrown instanceof AppError) || signal?.aborted || !isFaultCode(thrown.code)) return;
  await storeFault(session.id, thrown.code).catch((error: unknown) => {
    log.error({ err: error, session_id: session.id }, 'could not store the fault of an experience');
  });
}
