import pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
interface Statement {
  name?: string;
  text?: string;
  values?: unknown[];
}

/** Statements that only read, which may run twice. */
const READS = /^\s*(?:SELECT|WITH)\b/i;
const WRITES = /\b(?:INSERT|UPDATE|DELETE|FOR (?:UPDATE|SHARE)|nextval|pg_notify|advisory)\b/;

/**
 * From now on each statement of this process that only reads is also run by EXPLAIN (ANALYZE, BUFFERS), to count the blocks
 * that it reads, from memory and from disk. Statements take twice as long.
 * @returns reads the sums by the name of the statement, or its beginning, since the last call
 */
export function countBlocks(): () => Map<string, number> {
  let blocks = new Map<string, number>();
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (...args) {
    const [first, second] = args;
    const {
      name,
      text = '',
      values,
    }: Statement = typeof first === 'string'
      ? { text: first, values: Array.isArray(second) ? second : [] }
      : (first as Statement);
    const run = () => query.apply(this, args);
    if (!READS.test(text) || WRITES.test(text)) return run();
    const given = values ?? (Array.isArray(second) ? second : []);
    const explained = query.call(
      this,
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      given,
    ) as Promise<pg.QueryResult>;
    const key = name ?? text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    const counted = explained.then(({ rows: [row] }) => {
      const { Plan: plan } = row['QUERY PLAN'][0];
      const read = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      blocks.set(key, (blocks.get(key) ?? 0) + read);
    });
    return typeof args.at(-1) === 'function' ? void counted.then(run, run) : counted.then(run, run);
  };
  return () => {
    const read = blocks;
    blocks = new Map();
    return read;
  };
}
