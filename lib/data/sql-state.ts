/** Returns the SQLSTATE of a database error, or null for any other error. */
export function sqlState(thrown: unknown): string | null {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
}
