import { AppError } from '@/lib/core/errors';

/**
 * A failure after a request was sent: the experience may have acted on it. Whoever repeats a call must not repeat one
 * that failed like this.
 */
export class OutcomeUnknownError extends AppError {}
