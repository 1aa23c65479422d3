import { toJsonb } from '@/lib/core/json';
import { type Client, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { LiveStatus, VerificationStatus } from './catalog.schema';

/** Locks an experience until the transaction ends. Returns whether it exists. */
export async function lockRow(client: Client, experienceId: string): Promise<boolean> {
  const locked = await client.query('SELECT 1 FROM experiences WHERE id = $1 FOR UPDATE', [experienceId]);
  return locked.rowCount !== 0;
}

/** Marks a locked experience as waiting for its verification. */
export async function setPending(client: Queryable, experienceId: string): Promise<void> {
  await sql(
    'catalog.mark_pending',
    `UPDATE experiences SET verification_status = 'pending' WHERE id = $1`,
    [experienceId],
    client,
  );
}

/** What a verification changes on its experience. Null fields stay as they are. */
export interface VerificationOutcome {
  verificationStatus: VerificationStatus | null;
  tools: unknown;
  toolsHash: string | null;
  info: unknown;
  live: LiveStatus | null;
}

/**
 * Stores the outcome of a verification, unless the experience was updated after `checkedVersion` (its `updated_at`).
 * @returns the status of the experience, or null when the outcome does not count
 */
export async function updateByOutcome(
  client: Queryable,
  args: { experienceId: string; checkedVersion: Date; outcome: VerificationOutcome },
): Promise<string | null> {
  const { outcome } = args;
  const json = (value: unknown) => (value === null ? null : toJsonb(value));
  const rows = await sql<Row<'Experience', 'verification_status'>>(
    'catalog.store_outcome',
    `UPDATE experiences
     SET verification_status = coalesce($3, verification_status),
         verified_at = CASE WHEN $3 IN ('verified', 'connectivity_verified') THEN now() ELSE verified_at END,
         tools = coalesce($4::jsonb, tools), tools_hash = coalesce($5, tools_hash), info = coalesce($6::jsonb, info),
         live_since = CASE WHEN $7 IS DISTINCT FROM live_status AND $7 IS NOT NULL THEN now() ELSE live_since END,
         live_status = coalesce($7, live_status), current_players = coalesce($8, current_players),
         active_lobbies = coalesce($9, active_lobbies)
     WHERE id = $1 AND updated_at = $2 RETURNING verification_status`,
    [
      args.experienceId,
      args.checkedVersion,
      outcome.verificationStatus,
      json(outcome.tools),
      outcome.toolsHash,
      json(outcome.info),
      outcome.live?.status ?? null,
      outcome.live?.current_players ?? null,
      outcome.live?.active_lobbies ?? null,
    ],
    client,
  );
  return rows[0]?.verification_status ?? null;
}
