import { AppError } from '@/lib/core/errors';

/** IDEMPOTENCY_CONFLICT for a key that was used with other arguments. */
export function idempotencyConflict(key: string): AppError {
  return new AppError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used with other arguments.', {
    details: { idempotency_key: key },
  });
}
