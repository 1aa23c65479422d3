import { type Queryable, sql } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';

export { type Client, type Queryable, transaction } from '@/lib/data/database';

/** What an owner has chosen. */
export type DigestRow = Row<
  'Digest',
  'owner_id' | 'frequency' | 'hour' | 'time_zone' | 'due_at' | 'covered_until',
  { frequency: 'daily' | 'weekly' }
>;

const COLUMNS = 'owner_id, frequency, hour, time_zone, due_at, covered_until';

/** The choice of an owner; null when they want none. */
export async function findDigest(ownerId: string): Promise<DigestRow | null> {
  const rows = await sql<DigestRow & Record<string, unknown>>(
    'digests.of_owner',
    `SELECT ${COLUMNS} FROM digests WHERE owner_id = $1`,
    [ownerId],
  );
  return rows[0] ?? null;
}

/** Stores a choice. A first one covers what happens from now on; a changed one leaves out nothing. */
export async function upsertDigest(of: {
  ownerId: string;
  frequency: 'daily' | 'weekly';
  hour: number;
  timeZone: string;
  dueAt: Date;
  at: Date;
}): Promise<void> {
  await sql(
    'digests.upsert',
    `INSERT INTO digests (owner_id, frequency, hour, time_zone, due_at, covered_until) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner_id) DO UPDATE SET frequency = EXCLUDED.frequency, hour = EXCLUDED.hour, time_zone = EXCLUDED.time_zone,
       due_at = EXCLUDED.due_at`,
    [of.ownerId, of.frequency, of.hour, of.timeZone, of.dueAt, of.at],
  );
}

/** Ends the digests of an owner. */
export async function deleteDigest(ownerId: string): Promise<void> {
  await sql('digests.delete', 'DELETE FROM digests WHERE owner_id = $1', [ownerId]);
}

/** Owners whose digest is due, the longest first, except some. */
export async function findDueOwners(at: Date, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ owner_id: string }>(
    'digests.due',
    'SELECT owner_id FROM digests WHERE due_at <= $1 AND owner_id <> ALL ($2::uuid[]) ORDER BY due_at LIMIT $3',
    [at, except, limit],
  );
  return rows.map((row) => row.owner_id);
}

/** When the next digest is due, except those of some owners; null when none is. */
export async function findNextDigest(except: readonly string[]): Promise<Date | null> {
  const rows = await sql<{ due_at: Date }>(
    'digests.next_due',
    'SELECT due_at FROM digests WHERE owner_id <> ALL ($1::uuid[]) ORDER BY due_at LIMIT 1',
    [except],
  );
  return rows[0]?.due_at ?? null;
}

/** Locks the digest of an owner that is due; null when another process has it, or it is no longer due. */
export async function lockDueDigest(client: Queryable, ownerId: string, at: Date): Promise<DigestRow | null> {
  const rows = await sql<DigestRow & Record<string, unknown>>(
    'digests.lock',
    `SELECT ${COLUMNS} FROM digests WHERE owner_id = $1 AND due_at <= $2 FOR UPDATE SKIP LOCKED`,
    [ownerId, at],
    client,
  );
  return rows[0] ?? null;
}

/** Notes that a digest covers everything up to a time, and when the next one is due. */
export async function storeCovered(
  client: Queryable,
  of: { ownerId: string; coveredUntil: Date; dueAt: Date },
): Promise<void> {
  await sql(
    'digests.store_covered',
    'UPDATE digests SET covered_until = $2, due_at = $3 WHERE owner_id = $1',
    [of.ownerId, of.coveredUntil, of.dueAt],
    client,
  );
}

registerExport('digests', {
  'notices/digest': {
    about: 'How often the owner gets a mail about what their agents did.',
    rows: 'SELECT frequency, hour, time_zone, due_at, covered_until FROM digests WHERE owner_id = $1',
  },
});
