import { pool, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { presentAs, processHasGone } from '@/lib/data/presence';
import type { Fields, Row } from '@/lib/data/row';

export { isUniqueViolation } from '@/lib/data/database';

/** The call that a key belongs to. */
export type KeyOf = Fields<'IdempotencyKey', 'agentId' | 'tool' | 'key'>;

/** A claim of a key by one call: who has lost it, because it was taken over, changes nothing any more. */
export interface Claim extends KeyOf {
  /** UUID of the call. */
  holder: string;
}

/** A key; `answer` is JSON text, as the first call sent it. */
export type KeyRow = Row<'IdempotencyKey', 'input_hash' | 'answer', { answer: string | null }> & {
  finished: boolean;
  /** Seconds since it was claimed or renewed. */
  age_s: number;
};

/** When a claim may be taken over, in seconds. */
export interface TakeOver {
  /** Any claim of this age. */
  expiresS: number;
  /** An unfinished claim that was not renewed for so long. */
  abandonedS: number;
  /** The same where its process is gone; null: not for that. */
  goneS: number | null;
}

/**
 * Inserts the row of a key, or takes over one that has expired or that its process has abandoned. One statement: of
 * racing calls exactly one gets true.
 */
export async function insertClaim(of: Claim, inputHash: string, takeOver: TakeOver): Promise<boolean> {
  const { expiresS, abandonedS, goneS } = takeOver;
  const rows = await sql(
    'idempotency.claim',
    `INSERT INTO idempotency_keys AS present (agent_id, tool, key, input_hash, holder, process)
     VALUES ($1, $2, $3, $4, $8, $9)
     ON CONFLICT (agent_id, tool, key) DO UPDATE
       SET input_hash = EXCLUDED.input_hash, holder = EXCLUDED.holder, process = EXCLUDED.process,
           answer = NULL, created_at = now(), finished_at = NULL
       WHERE present.created_at < now() - make_interval(secs => $5)
          OR (present.finished_at IS NULL AND present.input_hash = EXCLUDED.input_hash
              AND CASE WHEN present.created_at < now() - make_interval(secs => $6) THEN true
                       WHEN present.created_at < now() - make_interval(secs => $7) THEN ${processHasGone('present.process')}
                       ELSE false END)
     RETURNING true AS claimed`,
    [of.agentId, of.tool, of.key, inputHash, expiresS, abandonedS, goneS, of.holder, presentAs()],
  );
  return rows.length > 0;
}

/** The row of a key, or null. */
export async function findClaim(of: KeyOf): Promise<KeyRow | null> {
  const rows = await sql<KeyRow>(
    'idempotency.find',
    `SELECT input_hash, answer #>> '{}' AS answer, finished_at IS NOT NULL AS finished,
            EXTRACT(EPOCH FROM now() - created_at)::float8 AS age_s FROM idempotency_keys
     WHERE agent_id = $1 AND tool = $2 AND key = $3`,
    [of.agentId, of.tool, of.key],
  );
  return rows[0] ?? null;
}

/**
 * Stores the answer of a claimed key, as text: jsonb would sort its keys and refuses U+0000, and a repeated call gets the
 * bytes of the first.
 */
export async function storeAnswer(of: Claim, answerJson: string): Promise<void> {
  await sql(
    'idempotency.finish',
    `UPDATE idempotency_keys SET answer = to_jsonb($4::text), finished_at = now()
     WHERE agent_id = $1 AND tool = $2 AND key = $3 AND holder = $5`,
    [of.agentId, of.tool, of.key, answerJson, of.holder],
  );
}

/** Makes the unfinished claim of a key young again: its call still runs. */
export async function renewClaim(of: Claim): Promise<void> {
  await sql(
    'idempotency.renew',
    `UPDATE idempotency_keys SET created_at = now()
     WHERE agent_id = $1 AND tool = $2 AND key = $3 AND holder = $4 AND finished_at IS NULL`,
    [of.agentId, of.tool, of.key, of.holder],
  );
}

/** Deletes the claim of a call that failed, so that the caller may try again with the key. */
export async function deleteClaim(of: Claim): Promise<void> {
  await sql(
    'idempotency.release',
    `DELETE FROM idempotency_keys
     WHERE agent_id = $1 AND tool = $2 AND key = $3 AND holder = $4 AND finished_at IS NULL`,
    [of.agentId, of.tool, of.key, of.holder],
  );
}

/** Deletes up to `limit` keys older than this. Returns how many. */
export async function deleteExpired(expiresS: number, limit: number): Promise<number> {
  const deleted = await pool().query(
    `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_keys WHERE created_at < now() - make_interval(secs => $1) LIMIT $2))`,
    [expiresS, limit],
  );
  return deleted.rowCount ?? 0;
}

registerDeletion('idempotency', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM idempotency_keys WHERE agent_id = $1', [agentId]);
  },
});
