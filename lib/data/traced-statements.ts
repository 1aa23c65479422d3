import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { inSpan, type Tracing } from '@/lib/core/tracing';
import { sqlState } from './sql-state';

/** A statement as pg takes it: its text, or an object with the text and the name under which it is prepared. */
type Statement = string | { name?: string; text?: string; submit?: unknown };
type Callback = (error: Error | null, result: unknown) => void;
type Query = (this: unknown, statement: Statement, ...rest: unknown[]) => unknown;

/** The first words of a statement: what it does, and to which table. They hold no value. */
const SUMMARY = /^\s*(\w+)\b(?:[\s\S]{0,2000}?\b(?:FROM|INTO|UPDATE|JOIN)\s+"?([a-z_]+)"?)?/i;

/** The name of a statement in a span: the one under which it is prepared, else its verb and table. */
function nameOf(statement: Statement): string {
  // Without the mark of a statement that was prepared anew after a migration.
  if (typeof statement !== 'string' && statement.name) return statement.name.replace(/ -- \d+$/, '');
  const text = typeof statement === 'string' ? statement : (statement.text ?? '');
  const [, verb = 'statement', table] = SUMMARY.exec(text) ?? [];
  return table === undefined ? verb.toUpperCase() : `${verb.toUpperCase()} ${table}`;
}

function traced(tracing: Tracing, query: Query): Query {
  return function (statement, ...rest) {
    // A statement outside of a call (the ticker, the start) belongs to no trace; a stream of COPY has its own protocol.
    if (!tracing.current() || (typeof statement !== 'string' && statement.submit)) {
      return query.call(this, statement, ...rest);
    }
    const name = nameOf(statement);
    const details = {
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
    } as const;
    const callback = rest.at(-1);
    if (typeof callback !== 'function') {
      return inSpan(tracing, name, details, () => query.call(this, statement, ...rest) as Promise<unknown>);
    }
    const span = tracing.startSpan(name, details);
    const ended: Callback = (error, result) => {
      span.end(error ? (sqlState(error) ?? 'error') : undefined);
      (callback as Callback)(error, result);
    };
    return span.run(() => query.call(this, statement, ...rest.slice(0, -1), ended));
  };
}

/** A pool calls back in the context of the call that released the connection; a bound callback runs in that of its own call. */
function boundConnect(connect: (callback?: Callback) => unknown) {
  return function (this: pg.Pool, callback?: Callback) {
    return connect.call(this, callback && AsyncResource.bind(callback));
  };
}

/**
 * Gives each statement of every connection a span, for as long as a process traces. Spans name statements and never hold
 * their values. Returns the function that ends it.
 */
export function traceStatements(tracing: Tracing): () => void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const pool = pg.Pool.prototype as unknown as { connect(callback?: Callback): unknown };
  const { query } = client;
  client.query = traced(tracing, query);
  // The pool of pg inherits `connect`; the own property hides it until it is deleted.
  pool.connect = boundConnect(pool.connect);
  return () => {
    client.query = query;
    delete (pool as { connect?: unknown }).connect;
  };
}
