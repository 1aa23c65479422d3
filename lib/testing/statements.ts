import pg from 'pg';

/**
 * Counts the statements of this process whose name matches, while `work` runs. Others are not counted: audit rows and the
 * like are written in the background, at a moment that no test knows. `work` may read how many there were so far.
 */
export async function countStatements(
  name: RegExp,
  work: (countedSoFar: () => number) => Promise<unknown>,
): Promise<number> {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  let counted = 0;
  pg.Client.prototype.query = function count(this: pg.Client, ...args: unknown[]) {
    const [config] = args as [{ name?: string } | string | undefined];
    if (typeof config === 'object' && name.test(config.name ?? '')) counted++;
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await work(() => counted);
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  }
  return counted;
}
