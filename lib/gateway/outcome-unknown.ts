import { AppError } from '@/lib/core/errors';

/**
 * A failure after a request was sent: the experience may have acted on it, so the call must not be repeated.
 */
export class OutcomeUnknownError extends AppError {}
