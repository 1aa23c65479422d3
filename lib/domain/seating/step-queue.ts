import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { type AnsweredStep, recordSteps } from './steps.repo';

const MAX_BATCH = 32;
/** One: with a second, half as many steps share a statement, and a busy machine does less. See docs/decisions/0012-a-move-is-one-statement.md. */
const MAX_IN_FLIGHT = 1;

/** Steps that are answered while others are being stored share the next statement and its flush to disk. */
const queue = () =>
  once(
    'seating.steps',
    () =>
      new Batches<AnsweredStep, number | null>({
        keyOf: ({ sessionId }) => sessionId,
        send: recordSteps,
        maxItems: MAX_BATCH,
        maxInFlight: MAX_IN_FLIGHT,
      }),
  );

/**
 * Counts and stores a step. Resolves to the session's new count; null when the session is not active.
 * @throws 23505 when the session has a step with this idempotency key
 */
export function recordStep(step: AnsweredStep): Promise<number | null> {
  return queue().add(step);
}
