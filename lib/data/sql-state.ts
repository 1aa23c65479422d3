/** Returns the SQLSTATE of a database error, or null for any other error. */
export function sqlState(thrown: unknown): string | null {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
}

const UNIQUE_VIOLATION = '23505';
export const INSUFFICIENT_PRIVILEGE = '42501';
export const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK = '40P01';
export const UNDEFINED_TABLE = '42P01';

/** Whether a statement failed for what its values are: it fails however often it is sent. */
export function isDataException(thrown: unknown): boolean {
  return sqlState(thrown)?.startsWith('22') === true;
}

/** Whether a statement failed for a lock that another transaction had: it may get it in another try. */
export function isLockRefused(thrown: unknown): boolean {
  const state = sqlState(thrown);
  return state === LOCK_NOT_AVAILABLE || state === DEADLOCK;
}

/** Whether a unique index refused a row: another one was there first. */
export function isUniqueViolation(thrown: unknown): boolean {
  return sqlState(thrown) === UNIQUE_VIOLATION;
}
