import type { OwnerId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { answeredWithin, type Client, isUniqueViolation, type Queryable, readSnapshot, sql } from '@/lib/data/database';
import type { ExportFile } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';

export { transaction } from '@/lib/data/database';
export { type ExportFile, listExportFiles } from '@/lib/data/exports';

export type ExportRow = Row<
  'OwnerExport',
  'id' | 'status' | 'requested_at' | 'finished_at' | 'expires_at' | 'bytes' | 'error',
  { status: 'pending' | 'ready' | 'failed' }
>;

const COLUMNS = 'id, status, requested_at, finished_at, expires_at, bytes, error';

/** Stores the request for an archive. `busy`: one is being made; `too_many`: `most` were asked for since a time. */
export async function insertExport(of: {
  id: string;
  ownerId: string;
  at: Date;
  expiresAt: Date;
  since: Date;
  most: number;
}): Promise<ExportRow | 'busy' | 'too_many'> {
  const { id, ownerId, at, expiresAt, since, most } = of;
  try {
    const [row] = await sql<ExportRow & Record<string, unknown>>(
      'exports.insert',
      `INSERT INTO owner_exports (id, owner_id, due_at, requested_at, expires_at)
       SELECT $1, $2, $3, $3, $4
       WHERE (SELECT count(*) FROM owner_exports WHERE owner_id = $2 AND requested_at > $5) < $6
       RETURNING ${COLUMNS}`,
      [id, ownerId, at, expiresAt, since, most],
    );
    return row ?? 'too_many';
  } catch (thrown) {
    if (isUniqueViolation(thrown)) return 'busy';
    throw thrown;
  }
}

/** The archives of an owner that have not expired, the newest first. */
export async function findExports(ownerId: string, at: Date): Promise<ExportRow[]> {
  return sql<ExportRow & Record<string, unknown>>(
    'exports.of_owner',
    `SELECT ${COLUMNS} FROM owner_exports WHERE owner_id = $1 AND expires_at > $2 ORDER BY requested_at DESC, id DESC LIMIT 20`,
    [ownerId, at],
  );
}

/** When the oldest request of an owner since a time was made. */
export async function findOldestRequest(ownerId: string, since: Date): Promise<Date | null> {
  const rows = await sql<{ at: Date | null }>(
    'exports.oldest',
    'SELECT min(requested_at) AS at FROM owner_exports WHERE owner_id = $1 AND requested_at > $2',
    [ownerId, since],
  );
  return rows[0]?.at ?? null;
}

/**
 * Empties an archive that is not being made. The row stays until it expires, because it counts against the archives of a day.
 * Returns whether there was one.
 */
export async function emptyExport(of: { id: string; ownerId: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'exports.empty',
    `WITH emptied AS (
       UPDATE owner_exports SET status = 'failed', bytes = NULL, error = 'It was removed.'
       WHERE id = $1 AND owner_id = $2 AND status <> 'pending' AND expires_at > $3 RETURNING id)
     DELETE FROM export_chunks c USING emptied e WHERE c.export_id = e.id RETURNING 1`,
    [of.id, of.ownerId, of.at],
  );
  return rows.length > 0;
}

/** An archive that this process makes. `attempts` is the number of this claim: a later one takes its place. */
export type ClaimedExport = Row<'OwnerExport', 'id' | 'owner_id' | 'attempts' | 'expires_at', { owner_id: OwnerId }>;

/** Claims the archive that waits longest: until `leaseUntil` no other process makes it. Null when none is due. */
export async function claimExport(at: Date, leaseUntil: Date): Promise<ClaimedExport | null> {
  const rows = await sql<ClaimedExport>(
    'exports.claim',
    `UPDATE owner_exports SET attempts = attempts + 1, due_at = $2
      WHERE id = (SELECT id FROM owner_exports WHERE status = 'pending' AND due_at <= $1
                   ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, owner_id, attempts, expires_at`,
    [at, leaseUntil],
  );
  return rows[0] ?? null;
}

/** When the next archive is due; null when none waits. */
export async function findNextExport(): Promise<Date | null> {
  const rows = await sql<{ due: Date }>(
    'exports.next_due',
    `SELECT due_at AS due FROM owner_exports WHERE status = 'pending' ORDER BY due_at LIMIT 1`,
    [],
  );
  return rows[0]?.due ?? null;
}

type Claim = Pick<ClaimedExport, 'id' | 'attempts'>;

/** Removes the stored pieces; nothing after a later claim. */
export async function deleteChunks({ id, attempts }: Claim): Promise<void> {
  await sql(
    'exports.delete_chunks',
    'DELETE FROM export_chunks WHERE export_id = (SELECT id FROM owner_exports WHERE id = $1 AND attempts = $2)',
    [id, attempts],
  );
}

/** Stores a piece, and renews the claim. @throws Error after a later claim, and for an archive that is not being made */
export async function storeChunk(
  { id, attempts }: Claim,
  piece: { number: number; bytes: Buffer; leaseUntil: Date },
): Promise<void> {
  const rows = await sql(
    'exports.store_chunk',
    `WITH renewed AS (
       UPDATE owner_exports SET due_at = $4 WHERE id = $1 AND status = 'pending' AND attempts = $5 RETURNING id)
     INSERT INTO export_chunks (export_id, number, bytes) SELECT id, $2, $3 FROM renewed RETURNING 1`,
    [id, piece.number, piece.bytes, piece.leaseUntil, attempts],
  );
  if (rows.length === 0) throw new Error(`the claim ${attempts} of the archive ${id} has ended`);
}

/**
 * Stores what became of an attempt. `pending`: another one is due at `dueAt`. Returns whether the archive was still being made
 * by this claim.
 */
export async function storeOutcome(
  of: Claim & {
    status: 'pending' | 'ready' | 'failed';
    at: Date;
    dueAt: Date;
    bytes: number | null;
    error: string | null;
  },
  client?: Queryable,
): Promise<boolean> {
  const rows = await sql(
    'exports.store_outcome',
    `UPDATE owner_exports SET status = $2, finished_at = CASE WHEN $2 = 'pending' THEN NULL ELSE $3::timestamptz END, due_at = $4,
       bytes = $5, error = $6
     WHERE id = $1 AND status = 'pending' AND attempts = $7 RETURNING 1`,
    [of.id, of.status, of.at, of.dueAt, of.bytes, of.error, of.attempts],
    client,
  );
  return rows.length > 0;
}

/** Whether an owner has an archive that can be downloaded, and how large it is. */
export async function findReadyExport(of: {
  id: string;
  ownerId: string;
  at: Date;
}): Promise<{ bytes: number; requested_at: Date } | null> {
  const rows = await sql<{ bytes: number; requested_at: Date }>(
    'exports.ready',
    `SELECT bytes, requested_at FROM owner_exports WHERE id = $1 AND owner_id = $2 AND status = 'ready' AND expires_at > $3`,
    [of.id, of.ownerId, of.at],
  );
  return rows[0] ?? null;
}

/** A piece of an archive; null after the last one. */
export async function readChunk(exportId: string, number: number): Promise<Buffer | null> {
  const rows = await sql<{ bytes: Buffer }>(
    'exports.read_chunk',
    'SELECT bytes FROM export_chunks WHERE export_id = $1 AND number = $2',
    [exportId, number],
  );
  return rows[0]?.bytes ?? null;
}

/** Deletes up to `limit` archives that have expired. Returns how many. */
export async function deleteExpired(at: Date, limit: number): Promise<number> {
  const rows = await sql(
    'exports.delete_expired',
    `DELETE FROM owner_exports WHERE id IN (SELECT id FROM owner_exports WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
     RETURNING 1`,
    [at, limit],
  );
  return rows.length;
}

/** Rows that one round trip reads. */
const FETCHED_ROWS = 200;
/** As long as another process leaves an archive to the one that makes it. */
const MAX_READ_MS = 5 * 60_000;

/** The state of the database at one moment: what changes meanwhile is not seen. */
export interface Snapshot {
  agentIds: string[];
  /** The rows of a file as JSON texts. */
  read(file: Pick<ExportFile, 'rows' | 'restore'>): AsyncGenerator<string>;
}

/** Runs work on a state of the database that does not change, on a connection of its own. */
export function withSnapshot<T>(ownerId: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return readSnapshot(async (client) => {
    const rows = await sql<{ id: string }>(
      'exports.agents',
      'SELECT id FROM agents WHERE owner_id = $1 ORDER BY id',
      [ownerId],
      client,
    );
    const agentIds = rows.map(({ id }) => id);
    return work({ agentIds, read: (file) => readRows(client, file, ownerId, agentIds) });
  });
}

async function* readRows(
  client: Client,
  { rows: selected, restore }: Pick<ExportFile, 'rows' | 'restore'>,
  ownerId: string,
  agentIds: readonly string[],
): AsyncGenerator<string> {
  // Both parameters are named once, because a file may use one of them alone.
  const declared = `DECLARE owner_export NO SCROLL CURSOR FOR WITH given AS (SELECT $1::uuid, $2::uuid[])
     SELECT row_to_json(file)::text AS line FROM (${selected}) AS file`;
  await client.query(answeredWithin(MAX_READ_MS, declared, [ownerId, agentIds]));
  for (;;) {
    const { rows } = await client.query<{ line: string }>(
      answeredWithin(MAX_READ_MS, `FETCH ${FETCHED_ROWS} FROM owner_export`),
    );
    const lines = rows.map(({ line }) => line);
    yield* restore ? await restoreLines(lines, restore) : lines;
    if (rows.length < FETCHED_ROWS) break;
  }
  await client.query(answeredWithin(MAX_READ_MS, 'CLOSE owner_export'));
}

/** Rows with what they store by reference. */
async function restoreLines(
  lines: readonly string[],
  { by, rows }: NonNullable<ExportFile['restore']>,
): Promise<string[]> {
  const groups = new Map<string, { index: number; row: JsonObject }[]>();
  for (const [index, line] of lines.entries()) {
    const row = JSON.parse(line) as JsonObject;
    const value = String(row[by]);
    groups.set(value, [...(groups.get(value) ?? []), { index, row }]);
  }
  const restored = [...lines];
  for (const [value, group] of groups) {
    const whole = await rows(
      value,
      group.map(({ row }) => row),
    );
    for (const [at, { index }] of group.entries()) restored[index] = JSON.stringify(whole[at]);
  }
  return restored;
}
