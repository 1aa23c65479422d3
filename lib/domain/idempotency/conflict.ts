import { AppError } from '@/lib/core/errors';

/** IDEMPOTENCY_CONFLICT for a call that has waited long enough for the first one with its key: it may ask again. */
export function firstCallStillRuns(key: string): AppError {
  return new AppError(
    'IDEMPOTENCY_CONFLICT',
    'The first call with this idempotency key still runs. Call again with the same key and arguments for its answer.',
    { retryable: true, details: { idempotency_key: key } },
  );
}

/** IDEMPOTENCY_CONFLICT for a key that was used with other arguments. */
export function idempotencyConflict(key: string): AppError {
  return new AppError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used with other arguments.', {
    details: { idempotency_key: key },
  });
}
