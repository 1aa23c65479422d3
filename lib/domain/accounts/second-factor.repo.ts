import type { OwnerId } from '@/lib/core/ids';
import { type Queryable, sql } from '@/lib/data/database';

/** Sets whether an account has a second factor; its row is locked until the transaction ends. Returns whether it had one. */
export async function updateHasSecondFactor(client: Queryable, ownerId: OwnerId, has: boolean): Promise<boolean> {
  const rows = await sql<{ had: boolean }>(
    'accounts.update_has_second_factor',
    `WITH before AS (SELECT id, has_second_factor AS had FROM owners WHERE id = $1 FOR UPDATE)
     UPDATE owners o SET has_second_factor = $2 FROM before b WHERE o.id = b.id RETURNING b.had`,
    [ownerId, has],
    client,
  );
  return rows[0]?.had ?? false;
}
