import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Set in the work of a count and in what this begins, and in nothing else of the process. */
const counting = new AsyncLocalStorage<true>();

/**
 * Counts the statements of this process whose name matches, while `work` runs, also those of work that a socket brings. Name
 * only statements that no background work sends: clean-ups and audit rows come at a moment that no test can tell. `work` may read
 * how many there were so far.
 */
export function countStatements(name: RegExp, work: (countedSoFar: () => number) => Promise<unknown>): Promise<number> {
  return count((statement) => name.test(statement.name ?? ''), work);
}

/** What begins and ends a transaction. */
const TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK)$/;

/** Counts all named statements that `work` sends itself; those of other work in this process are not counted. */
export function countOwnStatements(work: () => Promise<unknown>): Promise<number> {
  return count(
    () => counting.getStore() === true,
    () => counting.run(true, work),
  );
}

/** The statements of this process whose name matches, which are sent while `work` runs, with their values. */
export async function captureStatements(
  name: RegExp,
  work: () => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }[]> {
  const captured: { text: string; values: unknown[] }[] = [];
  await count(
    ({ name: of = '', text = '', values = [] }) => name.test(of) && captured.push({ text, values }) > 0,
    work,
  );
  return captured;
}

interface NamedStatement {
  name?: string;
  text?: string;
  values?: unknown[];
}

async function count(
  isCounted: (statement: NamedStatement) => boolean,
  work: (countedSoFar: () => number) => Promise<unknown>,
): Promise<number> {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  let counted = 0;
  pg.Client.prototype.query = function countOne(this: pg.Client, ...args: unknown[]) {
    const [config] = args as [NamedStatement | string | undefined];
    if (typeof config === 'object' && !TRANSACTION.test(config.text ?? '') && isCounted(config)) counted++;
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await work(() => counted);
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  }
  return counted;
}

/** Loses the next answer to a statement of this name, as a connection does that breaks after the statement has taken effect. */
export function loseAnswer(name: string): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.query = function lose(this: pg.Client, ...args: unknown[]) {
    const [config] = args as [NamedStatement | string | undefined];
    const answer = args.findLast((arg) => typeof arg === 'function') as ((error: Error) => void) | undefined;
    if (typeof config !== 'object' || config.name !== name || !answer) return query.apply(this, args);
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    const lost = () => answer(new Error('Connection terminated unexpectedly'));
    return query.apply(
      this,
      args.map((arg) => (arg === answer ? lost : arg)),
    );
  } as typeof pg.Client.prototype.query;
}
