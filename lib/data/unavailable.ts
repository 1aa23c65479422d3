import { AppError, mapErrors } from '@/lib/core/errors';

/** Seconds after which a caller should try again. */
const RETRY_AFTER_S = 2;
const MAX_CAUSES = 5;

/** Of PostgreSQL: starting, stopping or full. Of the network: not reachable, or the connection was cut. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '58000',
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Connection exceptions of PostgreSQL. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/;

/** What the driver says without a code. */
const AWAY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'the database system is',
  'Query read timeout',
] as const;

/** Whether an error says that the database cannot be reached now, rather than that it refused a statement. */
export function isDatabaseAway(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && (AWAY_CODES.has(code) || CONNECTION_CLASS.test(code))) return true;
    const { message } = error;
    if (AWAY_MESSAGES.some((text) => message.startsWith(text))) return true;
    if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
    error = error.cause;
  }
  return false;
}

// Every transport turns errors into answers by toAppError.
mapErrors('database', (thrown) =>
  isDatabaseAway(thrown)
    ? new AppError('SERVICE_UNAVAILABLE', 'The database cannot be reached. Try again in a few seconds.', {
        cause: thrown,
        internal: thrown instanceof Error ? thrown.message : String(thrown),
        retryAfterS: RETRY_AFTER_S,
      })
    : null,
);
