import { AppError, toAppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { sendOnce } from '@/lib/domain/idempotency';
import {
  type CachedSession,
  cacheSession,
  evictSession,
  explainUnstoredStep,
  findStepByKey,
  noteFault,
  publishTurn,
  recordStep,
  touchSession,
} from '@/lib/domain/seating';
import { mayHaveTakenEffect, OutcomeUnknownError, type UpstreamAnswer } from '@/lib/gateway';
import { keyScopeOf } from '../key-scope';
import { isLook } from '../look';
import type { HostAnswer, HostStep } from '../play-host';
import { clientFor } from './client';
import { renewalNotice } from './renewal';

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
  /** Why a stored credential was not sent; null when none was withheld. */
  withheld?: string | null;
  /** What the agent should know beside the answer. */
  notice?: string | null;
}

/**
 * Sends an action to the tool session.step of the experience and stores its answer. A look is answered and not stored: it is
 * no step. The other players of a match learn that one has acted.
 */
export async function step(request: HostStep): Promise<HostAnswer> {
  if (isLook(request.action) && request.idempotencyKey === null) return look(request);
  let parts: readonly unknown[] = [];
  const answer = await sendAndStore(request, async () => {
    const sent = await callStep(request);
    parts = sent.parts;
    return sent;
  });
  if (!isLook(request.action)) await tellStep({ ...request.session, lobbyId: answer.lobbyId }, parts);
  return answer;
}

async function look(request: HostStep): Promise<HostAnswer> {
  const { session } = request;
  const answer = await sendAction(request, () => callStep(request));
  const { value: response, latencyMs, upstreamSessionId = null, withheld = null, notice = null } = answer;
  const stepCount = await touchSession(session, upstreamSessionId);
  return { response, stepCount, latencyMs, withheld, notice };
}

async function callStep({ session, experience, action, signal }: HostStep): Promise<SentAction & UpstreamAnswer> {
  const { client, context, withheld } = await clientFor(experience, session.agentId);
  const { id: session_id, experienceAgentId: experience_agent_id, upstreamSessionId } = session;
  const args = { session_id, experience_agent_id, action };
  const isNeeded = session.lobbyId !== null;
  const answer = await client.callTool('session.step', args, { ...context, signal, upstreamSessionId, isNeeded });
  return { ...answer, withheld, notice: renewalNotice(session, answer) };
}

/** An answer that is stored, with the lobby of its session: the cached session may be of before it joined or left one. */
type StoredAnswer = HostAnswer & { lobbyId: string | null };

/**
 * Sends an action by `send` and stores its answer: one round trip follows the answer. With an idempotency key the sending
 * is stored before, so that an action whose answer was lost is not sent again.
 * @throws EXPERIENCE_ERROR for an action that was sent before and whose answer was lost
 */
export async function sendAndStore(request: HostStep, send: () => Promise<SentAction>): Promise<StoredAnswer> {
  const { session, experience, idempotencyKey: key, signal } = request;
  if (key === null) return store(request, await sendAction(request, send));
  let isAnswered = false;
  const scope = keyScopeOf(session, experience);
  const sent = await sendOnce(
    {
      agentId: session.agentId,
      tool: 'session.step sent',
      key: `${'sessionId' in scope ? scope.sessionId : scope.experienceId} ${key}`,
    },
    {
      isAnswered: async () => (await findStepByKey(scope, key)) !== null,
      hadNoEffect: (thrown) => !isAnswered && !mayHaveTakenEffect(thrown),
      signal,
    },
    async () => {
      const answer = await sendAction(request, send);
      isAnswered = true;
      return store(request, answer);
    },
  );
  if (sent) return sent.answer;
  throw new AppError(
    'EXPERIENCE_ERROR',
    'This step was sent before and its answer was lost; it may have taken effect. Look at the state, then act with a new key.',
    { retryable: false },
  );
}

async function sendAction(request: HostStep, send: () => Promise<SentAction>): Promise<SentAction> {
  try {
    return await send();
  } catch (thrown) {
    // An agent that has hung up has not met a fault.
    if (!request.signal?.aborted) await noteFault(request.session.id, thrown);
    throw withWarning(thrown);
  }
}

/** Counts and stores an answered step. */
async function store({ session, action, idempotencyKey }: HostStep, answer: SentAction): Promise<StoredAnswer> {
  const { value: response, latencyMs, upstreamSessionId = null } = answer;
  const counted = await recordStep({
    sessionId: session.id,
    action,
    response,
    ...answer.stored,
    filledArgs: answer.filledArgs ?? null,
    idempotencyKey,
    upstreamSessionId,
    latencyMs,
  });
  if (counted === null) {
    evictSession(session.id);
    throw await explainUnstoredStep(session.id);
  }
  const { stepCount, lobbyId } = counted;
  cacheSession({ ...session, lobbyId, upstreamSessionId: upstreamSessionId ?? session.upstreamSessionId });
  return { response, stepCount, lobbyId, latencyMs, withheld: answer.withheld ?? null, notice: answer.notice ?? null };
}

/** Adds to a fault after the sending that repeating the step may move twice. */
function withWarning(thrown: unknown): unknown {
  if (!(thrown instanceof OutcomeUnknownError)) return thrown;
  const { code, message, details, internal, retryable, retryAfterS, cause } = thrown;
  const text = `${message} The step may have taken effect: look at the state before you act again.`;
  return new OutcomeUnknownError(code, text, { details, internal, retryable, retryAfterS, cause });
}
/** What an experience said about whose turn it is; null when it said nothing. */
function turnIn(parts: readonly unknown[]): boolean | null {
  const found = parts.find((part) => isJsonObject(part) && typeof part.your_turn === 'boolean');
  return isJsonObject(found) ? (found.your_turn as boolean) : null;
}

/** Notifies the others in the match that a player has acted. The step has been answered: a fault here is only logged. */
async function tellStep(session: CachedSession, parts: readonly unknown[]): Promise<void> {
  await publishTurn(session, turnIn(parts)).catch((thrown: unknown) => {
    log.warn({ err: toAppError(thrown), session_id: session.id }, 'could not publish a step of a remote match');
  });
}
