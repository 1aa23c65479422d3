import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import type { Queryable } from '@/lib/data/database';
import { restoreSteps } from './restore-steps';
import type { Session } from './seating.schema';
import { cacheSession } from './session-cache';
import {
  type AnsweredStep,
  type CountedStep,
  findLastResponse,
  findStepOfExperience,
  findStepOfSession,
  insertOpening,
  recordSteps,
  replaceTextInSteps,
  type StoredStep,
} from './steps.repo';

const MAX_BATCH = 32;
/** One: with a second, half as many steps share a statement, and a busy machine does less. See docs/decisions/0012-a-move-is-one-statement.md. */
const MAX_IN_FLIGHT = 1;

/** Steps that are answered while others are being stored share the next statement and its flush to disk. */
const queue = () =>
  once(
    'seating.steps',
    () =>
      new Batches<AnsweredStep, CountedStep | null>({
        keyOf: ({ sessionId }) => sessionId,
        send: recordSteps,
        maxItems: MAX_BATCH,
        maxInFlight: MAX_IN_FLIGHT,
      }),
  );

/**
 * Counts and stores a step. Resolves to null when the session is not active.
 * @throws 23505 when the session has a step with this idempotency key
 */
export function recordStep(step: AnsweredStep): Promise<CountedStep | null> {
  return queue().add(step);
}

/** Where an idempotency key of a step counts: in its session, or in all sessions of an agent with an experience. */
export type KeyScope = { sessionId: string } | { agentId: string; experienceId: string };

/**
 * The step that was stored with an idempotency key, or null. Over several sessions those of the last 24 hours count. One query; at
 * most two more for a step of a built-in game.
 */
export async function findStepByKey(scope: KeyScope, key: string): Promise<StoredStep | null> {
  if (!('sessionId' in scope)) return findStepOfExperience(scope, key);
  const { sessionId } = scope;
  const found = await findStepOfSession(sessionId, key);
  if (!found) return null;
  const { matchId, ...step } = found;
  const [restored] = await restoreSteps({ sessionId, matchId }, [step]);
  return restored ?? null;
}

/**
 * Stores the answer of an experience to session.create as step 0, with the upstream session that it opened. Returns false when
 * the session has ended meanwhile.
 */
export async function storeOpening(
  session: Session,
  opening: {
    action: unknown;
    response: unknown;
    upstreamSessionId: string | null;
    filledArgs?: readonly string[] | null;
  },
): Promise<boolean> {
  const isActive = await insertOpening({ id: session.id, ...opening });
  if (isActive) cacheSession({ ...session, upstreamSessionId: opening.upstreamSessionId });
  return isActive;
}

/** What the experience of a session answered last; null when it has not answered yet. */
export function readLastAnswer(sessionId: string): Promise<{ response: unknown } | null> {
  return findLastResponse(sessionId);
}

/**
 * Puts another text in place of what players said in a match, in the steps of its sessions. Returns the sessions.
 */
export async function replaceSaidInSteps(
  client: Queryable,
  of: { matchId: string; old: string; text: string },
): Promise<string[]> {
  return replaceTextInSteps(client, of);
}
