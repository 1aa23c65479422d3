import type { JsonObject } from '@/lib/core/json';
import { toJsonb } from '@/lib/core/json';
import { plannedPool, pool, type Queryable, sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields, Row } from '@/lib/data/row';
import { type Column, rowsOf } from '@/lib/data/rows';
import { requireQuota } from '@/lib/domain/quotas';
import type { CoveredValues, MemoryAuthor, MemoryDiff, MemoryLayer } from './memory.schema';

export { type Queryable, transaction };

/** One document: an agent's or an owner's memory of one experience. */
export interface MemoryKey {
  layer: MemoryLayer;
  /** The agent's or the owner's id. */
  subjectId: string;
  experienceId: string;
}

/** A document. The owner layer has neither session keys nor keys of experiences. */
export type MemoryRow = Row<
  'AgentMemory',
  'data' | 'session_keys' | 'covered' | 'experience_keys' | 'version' | 'updated_by' | 'updated_at',
  { data: JsonObject; covered: CoveredValues; updated_by: MemoryAuthor }
>;

/** An earlier version of a document. */
export type VersionRow = Fields<
  'MemoryVersion',
  'version' | 'data' | 'diff' | 'writtenBy' | 'experienceKeys' | 'at',
  { data: JsonObject; diff: MemoryDiff; writtenBy: MemoryAuthor }
>;

/** The statements of each layer, spelled out, so that what a file writes can be read from its text. */
const LAYERS = {
  agent: {
    find: `SELECT data, session_keys, covered, experience_keys, version, updated_by, updated_at FROM agent_memories
      WHERE agent_id = $1 AND experience_id = $2`,
    lock: `INSERT INTO agent_memories (agent_id, experience_id, version, updated_by) VALUES ($1, $2, 0, 'agent')
      ON CONFLICT (agent_id, experience_id) DO UPDATE SET version = agent_memories.version
      RETURNING data, session_keys, covered, experience_keys, version, updated_by, updated_at`,
    existing: 'SELECT 1 FROM agent_memories e WHERE e.agent_id = g.subject_id AND e.experience_id = g.experience_id',
    insert: 'INSERT INTO agent_memories AS m (agent_id, experience_id',
    subject: 'agent_id',
  },
  owner: {
    find: `SELECT data, '{}'::text[] AS session_keys, '{}'::jsonb AS covered, '{}'::text[] AS experience_keys, version, updated_by, updated_at
      FROM owner_memories WHERE owner_id = $1 AND experience_id = $2`,
    lock: `INSERT INTO owner_memories (owner_id, experience_id, version, updated_by) VALUES ($1, $2, 0, 'agent')
      ON CONFLICT (owner_id, experience_id) DO UPDATE SET version = owner_memories.version
      RETURNING data, '{}'::text[] AS session_keys, '{}'::jsonb AS covered, '{}'::text[] AS experience_keys, version, updated_by, updated_at`,
    existing: 'SELECT 1 FROM owner_memories e WHERE e.owner_id = g.subject_id AND e.experience_id = g.experience_id',
    insert: 'INSERT INTO owner_memories AS m (owner_id, experience_id',
    subject: 'owner_id',
  },
} as const;

/** The current document, or null. */
export async function findMemory(key: MemoryKey, on: Queryable = pool()): Promise<MemoryRow | null> {
  const rows = await sql<MemoryRow>(
    `memory.find_${key.layer}`,
    LAYERS[key.layer].find,
    [key.subjectId, key.experienceId],
    on,
  );
  return rows[0] ?? null;
}

/** Locks a document until the transaction ends; inserts an empty one (version 0) if it does not exist. */
export async function lockMemory(client: Queryable, key: MemoryKey): Promise<MemoryRow> {
  const rows = await sql<MemoryRow>(
    `memory.lock_${key.layer}`,
    LAYERS[key.layer].lock,
    [key.subjectId, key.experienceId],
    client,
  );
  return rows[0] as MemoryRow;
}

/** The next version of a document. */
export interface NextVersion {
  id: string;
  version: number;
  data: JsonObject;
  /** `data` as the text of a jsonb parameter: made once for the check of its size, the write and the cache. */
  text: string;
  diff: MemoryDiff;
  sessionKeys: readonly string[];
  covered: CoveredValues;
  experienceKeys: readonly string[];
  by: MemoryAuthor;
  keepFrom: number;
}

/** A version to store. */
export interface MemoryWrite {
  key: MemoryKey;
  next: NextVersion;
}

const keysOrNull = (names: readonly string[]) => (names.length === 0 ? null : toJsonb(names));

const WRITE_COLUMNS = {
  subject_id: ['uuid', ({ key }) => key.subjectId],
  experience_id: ['uuid', ({ key }) => key.experienceId],
  version: ['int', ({ next }) => next.version],
  data: ['text', ({ next }) => next.text],
  diff: ['text', ({ next }) => toJsonb(next.diff)],
  written_by: ['text', ({ next }) => next.by],
  keep_from: ['int', ({ next }) => next.keepFrom],
  id: ['uuid', ({ next }) => next.id],
  session_keys: ['text', ({ next }) => keysOrNull(next.sessionKeys)],
  covered: ['text', ({ next }) => toJsonb(next.covered)],
  experience_keys: ['text', ({ next }) => keysOrNull(next.experienceKeys)],
} satisfies Record<string, Column<MemoryWrite>>;

const WRITE_ROWS = rowsOf<MemoryWrite>('g', WRITE_COLUMNS);

/** One row of WRITE_ROWS, of scalar parameters. */
const ONE_WRITE = `(SELECT ${Object.entries(WRITE_COLUMNS)
  .map(([name, [type]], index) => `$${index + 1}::${type} AS ${name}`)
  .join(', ')}) AS g`;

const namesOf = (column: string) =>
  `CASE WHEN ${column} IS NULL THEN '{}'::text[] ELSE ARRAY(SELECT json_array_elements_text(${column}::json)) END`;

/** A document that was deleted since it was read is not inserted again. Rows are locked in the order of their keys. */
function storeSql(layer: MemoryLayer, writes: string): string {
  const { insert, existing, subject } = LAYERS[layer];
  const isAgent = layer === 'agent';
  return `WITH given AS MATERIALIZED (
       SELECT subject_id, experience_id, version, data::jsonb AS data, diff::jsonb AS diff, written_by, keep_from, id,
              ${namesOf('session_keys')} AS session_keys, covered::jsonb AS covered,
              ${namesOf('experience_keys')} AS experience_keys
       FROM ${writes}
     ), stored AS (
       ${insert}, version, data, updated_by, updated_at${isAgent ? ', session_keys, covered, experience_keys' : ''})
       SELECT subject_id, experience_id, version, data, written_by, now()${isAgent ? ', session_keys, covered, experience_keys' : ''}
       FROM given g
       WHERE version = 1
          OR EXISTS (${existing})
       ORDER BY subject_id, experience_id
       ON CONFLICT (${subject}, experience_id) DO UPDATE SET data = EXCLUDED.data, version = EXCLUDED.version,
         updated_by = EXCLUDED.updated_by, updated_at = EXCLUDED.updated_at${isAgent ? ', session_keys = EXCLUDED.session_keys, covered = EXCLUDED.covered, experience_keys = EXCLUDED.experience_keys' : ''}
         WHERE m.version = EXCLUDED.version - 1
       RETURNING ${subject} AS subject_id, experience_id, updated_at
     ), kept AS (
       INSERT INTO memory_versions (id, layer, subject_id, experience_id, version, data, diff, written_by, experience_keys)
       SELECT id, '${layer}', subject_id, experience_id, version, data, diff, written_by, experience_keys
       FROM stored JOIN given USING (subject_id, experience_id)
     ), old AS (
       DELETE FROM memory_versions v USING given g
       WHERE g.keep_from > 1 AND v.layer = '${layer}' AND v.subject_id = g.subject_id
         AND v.experience_id = g.experience_id AND v.version < g.keep_from
     )
     SELECT subject_id, experience_id, updated_at FROM stored`;
}

const STORE_SQL = {
  agent: { one: storeSql('agent', ONE_WRITE), many: storeSql('agent', WRITE_ROWS.from(1)) },
  owner: { one: storeSql('owner', ONE_WRITE), many: storeSql('owner', WRITE_ROWS.from(1)) },
};

/** The agents that have a memory document, each once for every document. */
const DOCUMENTS_BY_AGENT = 'SELECT agent_id FROM agent_memories WHERE version > 0';

/** Stores the first version of an agent's document. @throws QUOTA_EXCEEDED for too many documents */
export async function storeFirst(write: MemoryWrite): Promise<Date | null> {
  return transaction(async (client) => {
    const next = 'memory.set with a key of a document that exists; an owner deletes documents on the memory page.';
    await requireQuota(client, { name: 'memories', agentId: write.key.subjectId, open: DOCUMENTS_BY_AGENT, next });
    return storeMemory(client, write);
  });
}

type StoredRow = Row<'AgentMemory', 'experience_id' | 'updated_at'> & { subject_id: string };

/**
 * Stores the next version of a document and its diff in one statement; deletes versions below `keepFrom`. Returns the time;
 * null when the document has another version than the one before, because it was written meanwhile.
 */
export async function storeMemory(client: Queryable, { key, next }: MemoryWrite): Promise<Date | null> {
  const values = Object.values(WRITE_COLUMNS).map(([, of]) => of({ key, next }));
  const rows = await sql<StoredRow>(`memory.store_${key.layer}`, STORE_SQL[key.layer].one, values, client);
  return rows[0]?.updated_at ?? null;
}

/** `storeMemory` for different documents of one layer, in one statement. Returns the times in the order of the writes. */
export async function storeMemories(layer: MemoryLayer, writes: readonly MemoryWrite[]): Promise<(Date | null)[]> {
  const [only] = writes;
  if (only && writes.length === 1) return [await storeMemory(plannedPool(), only)];
  const rows = await sql<StoredRow>(
    `memory.store_many_${layer}`,
    STORE_SQL[layer].many,
    WRITE_ROWS.values(writes),
    plannedPool(),
  );
  const times = new Map(rows.map((row) => [`${row.subject_id} ${row.experience_id}`, row.updated_at]));
  return writes.map(({ key }) => times.get(`${key.subjectId} ${key.experienceId}`) ?? null);
}

const VERSION_COLUMNS = 'version, data, diff, written_by AS "writtenBy", experience_keys AS "experienceKeys", at';

/** Versions of a document, newest first, below `before` when it is given. */
export async function listVersions(key: MemoryKey, before: number | null, limit: number): Promise<VersionRow[]> {
  return sql<VersionRow>(
    'memory.versions',
    `SELECT ${VERSION_COLUMNS} FROM memory_versions
     WHERE layer = $1 AND subject_id = $2 AND experience_id = $3 AND ($4::int IS NULL OR version < $4::int)
     ORDER BY version DESC LIMIT $5`,
    [key.layer, key.subjectId, key.experienceId, before, limit],
  );
}

/** One version of a document, or null. */
export async function findVersion(client: Queryable, key: MemoryKey, version: number): Promise<VersionRow | null> {
  const rows = await sql<VersionRow>(
    'memory.find_version',
    `SELECT ${VERSION_COLUMNS} FROM memory_versions
     WHERE layer = $1 AND subject_id = $2 AND experience_id = $3 AND version = $4`,
    [key.layer, key.subjectId, key.experienceId, version],
    client,
  );
  return rows[0] ?? null;
}

/** A document as a list shows it; agent and name are null on the owner layer. */
export type OwnedMemoryRow = Row<
  'AgentMemory',
  'experience_id' | 'version' | 'updated_by' | 'updated_at',
  { updated_by: MemoryAuthor }
> & {
  layer: MemoryLayer;
  agent_id: string | null;
  agent_name: string | null;
  experience_name: string | null;
  keys: string[];
  bytes: number;
};

/** The documents of an owner: the shared ones and those of each agent, the newest write first. */
export async function findMemoriesOfOwner(args: {
  ownerId: string;
  agentId: string | null;
  limit: number;
}): Promise<OwnedMemoryRow[]> {
  return sql<OwnedMemoryRow>(
    'memory.of_owner',
    `SELECT m.layer, m.agent_id, m.agent_name, m.experience_id, x.name AS experience_name, m.version, m.updated_by, m.updated_at,
            ARRAY(SELECT jsonb_object_keys(m.data) ORDER BY 1) AS keys, octet_length(m.data::text) AS bytes
       FROM (SELECT 'agent' AS layer, a.id AS agent_id, a.display_name AS agent_name, d.experience_id, d.data, d.version, d.updated_by, d.updated_at
               FROM agents a JOIN agent_memories d ON d.agent_id = a.id
              WHERE a.owner_id = $1 AND ($2::uuid IS NULL OR a.id = $2::uuid)
             UNION ALL
             SELECT 'owner', NULL, NULL, d.experience_id, d.data, d.version, d.updated_by, d.updated_at
               FROM owner_memories d WHERE d.owner_id = $1 AND $2::uuid IS NULL) m
       LEFT JOIN experiences x ON x.id = m.experience_id
      WHERE m.version > 0
      ORDER BY m.updated_at DESC LIMIT $3`,
    [args.ownerId, args.agentId, args.limit],
  );
}

/** Whether the agent belongs to the owner. */
export async function agentBelongsTo(agentId: string, ownerId: string): Promise<boolean> {
  const rows = await sql(
    'memory.agent_of_owner',
    `SELECT 1 FROM agents WHERE id = $1 AND owner_id = $2 AND kind = 'agent'`,
    [agentId, ownerId],
  );
  return rows.length > 0;
}

registerDeletion('memory', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM agent_memories WHERE agent_id = $1', [agentId]);
    await client.query(`DELETE FROM memory_versions WHERE layer = 'agent' AND subject_id = $1`, [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM agent_memories WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM owner_memories WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM memory_versions WHERE experience_id = $1', [experienceId]);
  },
  async deleteForOwner(client, ownerId) {
    await client.query(`DELETE FROM memory_versions WHERE layer = 'owner' AND subject_id = $1`, [ownerId]);
  },
});

registerExport('memory', {
  'memory/agents': {
    about: 'What agents remember of experiences.',
    rows: `SELECT agent_id, experience_id, data, version, updated_by, updated_at
      FROM agent_memories
      WHERE agent_id = ANY ($2)`,
  },
  'memory/shared': {
    about: 'What all agents of the owner remember.',
    rows: `SELECT experience_id, data, version, updated_by, updated_at FROM owner_memories WHERE owner_id = $1`,
  },
  'memory/versions': {
    about: 'Earlier versions of both.',
    rows: `SELECT id, layer, subject_id, experience_id, version, data, written_by, at
      FROM memory_versions
      WHERE subject_id = $1 OR subject_id = ANY ($2)`,
  },
});
