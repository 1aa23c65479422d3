import { toJsonb } from '@/lib/core/json';
import { type Client, pool, sql } from '@/lib/data/database';
import { compareManifests, type RevisionRow } from './revisions.schema';

/** Revisions that are kept of one experience. */
const MAX_KEPT = 100;

/** The manifest of an experience, whose row is locked until the transaction ends; null for an unknown one. */
export async function lockManifest(client: Client, experienceId: string): Promise<{ manifest: unknown } | null> {
  const rows = await sql<{ manifest: unknown }>(
    'catalog.lock_manifest',
    'SELECT manifest FROM experiences WHERE id = $1 FOR UPDATE',
    [experienceId],
    client,
  );
  return rows[0] ?? null;
}

/**
 * Adds a revision to an experience whose row the transaction has locked or inserted, and removes the oldest above 100. One
 * statement. @param of.before the manifest before; absent in the first
 */
export async function insertRevision(
  client: Client,
  of: { experienceId: string; version: string; before?: unknown; after: unknown },
): Promise<void> {
  const changes = of.before === undefined ? [] : compareManifests(of.before, of.after);
  await sql(
    'catalog.insert_revision',
    `WITH added AS (
       INSERT INTO experience_revisions (experience_id, number, version, changes)
       SELECT $1, coalesce(max(number), 0) + 1, $2, $3::jsonb FROM experience_revisions WHERE experience_id = $1
       RETURNING number)
     DELETE FROM experience_revisions r USING added
      WHERE r.experience_id = $1 AND r.number <= added.number - ${MAX_KEPT}`,
    [of.experienceId, of.version, toJsonb(changes)],
    client,
  );
}

/** The revisions of an experience, the newest first. */
export async function findRevisions(experienceId: string): Promise<RevisionRow[]> {
  return sql<RevisionRow>(
    'catalog.revisions',
    `SELECT number, version, changes, at FROM experience_revisions WHERE experience_id = $1 ORDER BY number DESC LIMIT ${MAX_KEPT}`,
    [experienceId],
    pool(),
  );
}
