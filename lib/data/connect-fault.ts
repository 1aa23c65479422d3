import { sqlState } from './sql-state';

/** What an operator does about it, by the code of the network or of PostgreSQL. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Correct its host.',
  EAI_AGAIN: 'Correct its host.',
  ECONNREFUSED: 'Correct its host and port, or start PostgreSQL there.',
  '28P01': 'Correct its user and password.',
  '28000': 'Correct its user, or let it in by pg_hba.conf.',
  '3D000': 'Correct its database, or create that one.',
};

/** What PgBouncer and PostgreSQL say when no connection is left; the code of PgBouncer is that of every fault. */
const NO_CLIENT_LEFT = /max_client_conn/;
const NO_SLOT_LEFT = /too many (clients|connections)|remaining connection slots/;

/** The same, by what is said without a code of its own: by a pooler or by the driver. */
const ADVICE_BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [NO_CLIENT_LEFT, 'Raise max_client_conn of the pooler (docs/scaling.md, Connections).'],
  [NO_SLOT_LEFT, 'Raise max_connections of PostgreSQL, or run fewer processes (docs/scaling.md, Connections).'],
  [/password authentication|no such user|SASL/i, 'Correct its user and password.'],
  [/no such database|does not exist/, 'Correct its database, or create that one.'],
  [/does not support SSL|sslmode|certificate|self.signed/i, 'Correct its sslmode, or turn on ssl at the server.'],
  [/timeout|timed out|terminated/, 'Correct its host and port: there must be PostgreSQL, and no firewall in between.'],
];

/** The fault of a start, with DATABASE_URL where a database has no connection left: that shows at whichever statement needs one more. */
export function startFault(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message } = error;
  const hasNoneLeft = NO_CLIENT_LEFT.test(message) || NO_SLOT_LEFT.test(message);
  return hasNoneLeft && !/DATABASE_[A-Z_]*URL/.test(message) ? connectFault('DATABASE_URL', error) : error;
}

/** The error of a start that could not connect to the database of a variable: why, and what to do. */
export function connectFault(variable: string, thrown: unknown): Error {
  const { message = '' } = thrown instanceof Error ? thrown : {};
  const code = sqlState(thrown) ?? '';
  // A host name with two addresses fails with a code and an empty message.
  const reason = message || code;
  const advice = ADVICE[code] ?? ADVICE_BY_TEXT.find(([text]) => text.test(reason))?.[1];
  const text = `Could not connect to the database of ${variable}: ${reason}${reason.endsWith('.') ? '' : '.'}`;
  return new Error(advice ? `${text} ${advice}` : text, { cause: thrown });
}
