import { type Queryable, sql } from '@/lib/data/database';

/** Stores number and sum of the ratings of an experience that count in its average. */
export async function storeRatings(
  client: Queryable,
  args: { experienceId: string; count: number; sum: number },
): Promise<void> {
  await sql(
    'catalog.store_ratings',
    'UPDATE experiences SET review_count = $2, rating_sum = $3 WHERE id = $1',
    [args.experienceId, args.count, args.sum],
    client,
  );
}
