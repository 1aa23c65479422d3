import { sql } from '@/lib/data/database';

/** Which call a key belongs to. */
export interface KeyOf {
  agentId: string;
  tool: string;
  key: string;
}

export interface KeyRow {
  [column: string]: unknown;
  input_hash: string;
  /** JSON text, as the first call sent it. */
  answer: string | null;
  finished: boolean;
}

/**
 * Claims a key: inserts it, or takes over a row that has expired or that its process has abandoned.
 * One statement, so of racing calls exactly one gets true.
 */
export async function claim(
  of: KeyOf,
  inputHash: string,
  times: { keepS: number; abandonedS: number },
): Promise<boolean> {
  const rows = await sql(
    'idempotency.claim',
    `INSERT INTO idempotency_keys AS kept (agent_id, tool, key, input_hash) VALUES ($1, $2, $3, $4)
     ON CONFLICT (agent_id, tool, key) DO UPDATE
       SET input_hash = EXCLUDED.input_hash, answer = NULL, created_at = now(), finished_at = NULL
       WHERE kept.created_at < now() - make_interval(secs => $5)
          OR (kept.finished_at IS NULL AND kept.input_hash = EXCLUDED.input_hash
              AND kept.created_at < now() - make_interval(secs => $6))
     RETURNING true AS claimed`,
    [of.agentId, of.tool, of.key, inputHash, times.keepS, times.abandonedS],
  );
  return rows.length > 0;
}

/** The row of a key, or null. */
export async function find(of: KeyOf): Promise<KeyRow | null> {
  const rows = await sql<KeyRow>(
    'idempotency.find',
    `SELECT input_hash, answer #>> '{}' AS answer, finished_at IS NOT NULL AS finished FROM idempotency_keys
     WHERE agent_id = $1 AND tool = $2 AND key = $3`,
    [of.agentId, of.tool, of.key],
  );
  return rows[0] ?? null;
}

/**
 * Stores the answer of a claimed key. It is kept as the text it was: jsonb would sort its keys and cannot hold U+0000,
 * and a repeated call gets the very bytes of the first.
 */
export async function finish(of: KeyOf, answerJson: string): Promise<void> {
  await sql(
    'idempotency.finish',
    `UPDATE idempotency_keys SET answer = to_jsonb($4::text), finished_at = now() WHERE agent_id = $1 AND tool = $2 AND key = $3`,
    [of.agentId, of.tool, of.key, answerJson],
  );
}

/** Forgets a key whose call failed, so that the caller may try again under it. */
export async function release(of: KeyOf): Promise<void> {
  await sql(
    'idempotency.release',
    `DELETE FROM idempotency_keys WHERE agent_id = $1 AND tool = $2 AND key = $3 AND finished_at IS NULL`,
    [of.agentId, of.tool, of.key],
  );
}

/** Deletes keys older than the time that answers are kept. Returns how many. */
export async function deleteExpired(keepS: number): Promise<number> {
  const rows = await sql<{ n: number }>(
    'idempotency.delete_expired',
    `WITH gone AS (DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(secs => $1) RETURNING 1)
     SELECT count(*) AS n FROM gone`,
    [keepS],
  );
  return rows[0]?.n ?? 0;
}
