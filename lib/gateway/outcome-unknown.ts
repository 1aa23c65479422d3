import { AppError, ERRORS } from '@/lib/core/errors';

/**
 * A failure after a request was sent: the experience may have acted on it, so the call must not be repeated.
 */
export class OutcomeUnknownError extends AppError {
  override get http(): number {
    return ERRORS[this.code].http;
  }
}

/** Whether a failed call may have taken effect: it was sent, and how it ended is not known. */
export function mayHaveTakenEffect(thrown: unknown): boolean {
  return thrown instanceof OutcomeUnknownError || !(thrown instanceof AppError);
}
