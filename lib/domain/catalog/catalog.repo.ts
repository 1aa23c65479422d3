import { likeText } from '@/lib/core/like';
import { pool, type Queryable, sql, sqlState, transaction } from '@/lib/data/database';
import type { CatalogLine, ExperienceKind, LiveStatusWord, VerificationStatus } from './catalog.schema';

/** The columns of a catalog line. */
export interface EntryRow extends CatalogLine {
  [column: string]: unknown;
  live_status: LiveStatusWord;
  current_players: number;
  active_lobbies: number;
}

/** The whole row of an experience. */
export interface ExperienceRow extends EntryRow {
  created_by_agent_id: string | null;
  created_by_owner_id: string | null;
  manifest: Record<string, unknown>;
  kind: ExperienceKind;
  game_id: string | null;
  interaction_model: 'session' | 'proxy';
  discovered: boolean;
  multiplayer: boolean;
  verified_at: Date | null;
  info: Record<string, unknown> | null;
  tools: unknown;
  tools_hash: string | null;
  polled_at: Date | null;
  rank: number;
  created_at: Date;
  updated_at: Date;
}

/** What a manifest fills in. */
export interface ExperienceContent {
  name: string;
  version: string;
  summary: string;
  category: string;
  tags: string[];
  tier: number;
  listed: boolean;
  publisherName: string;
  homepageUrl: string | null;
  manifest: unknown;
  kind: ExperienceKind;
  gameId: string | null;
  interactionModel: ExperienceRow['interaction_model'];
  sessionMode: string | null;
  minPlayers: number;
  maxPlayers: number;
  multiplayer: boolean;
}

const ENTRY_COLUMNS = `id, name, version, summary, category, tags, tier, listed, publisher_name, homepage_url,
  verification_status, live_status, current_players, active_lobbies, session_mode, min_players, max_players`;

const CONTENT_COLUMNS = `name, version, summary, category, tags, tier, listed, publisher_name, homepage_url, manifest,
  kind, game_id, interaction_model, session_mode, min_players, max_players, multiplayer`;

function contentValues(content: ExperienceContent): unknown[] {
  return [
    content.name,
    content.version,
    content.summary,
    content.category,
    content.tags,
    content.tier,
    content.listed,
    content.publisherName,
    content.homepageUrl,
    JSON.stringify(content.manifest),
    content.kind,
    content.gameId,
    content.interactionModel,
    content.sessionMode,
    content.minPlayers,
    content.maxPlayers,
    content.multiplayer,
  ];
}

/** Whether a statement failed because a publisher already has an experience of that name. */
export function isDuplicateName(thrown: unknown): boolean {
  return sqlState(thrown) === '23505';
}

export async function findExperience(id: string, on: Queryable = pool()): Promise<ExperienceRow | null> {
  const rows = await sql<ExperienceRow>('catalog.find', 'SELECT * FROM experiences WHERE id = $1', [id], on);
  return rows[0] ?? null;
}

/** Experiences that an agent registered, newest first. */
export async function listByAgent(agentId: string): Promise<ExperienceRow[]> {
  return sql<ExperienceRow>(
    'catalog.by_agent',
    'SELECT * FROM experiences WHERE created_by_agent_id = $1 ORDER BY created_at DESC, id DESC',
    [agentId],
  );
}

/** Experiences that an owner or one of the owner's agents registered, newest first. */
export async function listByOwner(ownerId: string): Promise<ExperienceRow[]> {
  return sql<ExperienceRow>(
    'catalog.by_owner',
    `SELECT * FROM experiences
     WHERE created_by_owner_id = $1 OR created_by_agent_id IN (SELECT id FROM agents WHERE owner_id = $1)
     ORDER BY created_at DESC, id DESC`,
    [ownerId],
  );
}

/**
 * Inserts an experience when the publisher has fewer than `quota`; 0 is no quota. Registrations of one publisher wait for each
 * other, so that racing ones never pass the quota together.
 * @returns the row, or null when the quota is used up
 */
export async function insertWithinQuota(args: {
  id: string;
  publisher: { agentId: string | null; ownerId: string | null };
  quota: number;
  rank: number;
  verificationStatus: VerificationStatus;
  content: ExperienceContent;
}): Promise<ExperienceRow | null> {
  const { agentId, ownerId } = args.publisher;
  return transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `catalog.quota:${agentId ?? ownerId}`,
    ]);
    const counted = await client.query<{ used: number }>(
      agentId === null
        ? 'SELECT count(*)::int AS used FROM experiences WHERE created_by_owner_id = $1 AND created_by_agent_id IS NULL'
        : 'SELECT count(*)::int AS used FROM experiences WHERE created_by_agent_id = $1',
      [agentId ?? ownerId],
    );
    if (args.quota > 0 && (counted.rows[0]?.used ?? 0) >= args.quota) return null;
    const inserted = await client.query<ExperienceRow>(
      `INSERT INTO experiences (${CONTENT_COLUMNS}, id, created_by_agent_id, created_by_owner_id, verification_status, rank)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22) RETURNING *`,
      [
        ...contentValues(args.content),
        args.id,
        agentId,
        agentId === null ? ownerId : null,
        args.verificationStatus,
        args.rank,
      ],
    );
    return inserted.rows[0] ?? null;
  });
}

/** Replaces what a manifest fills in. What was seen of the server (tools, info, live status) goes: it may be another one. */
export async function updateContent(args: {
  id: string;
  verificationStatus: VerificationStatus;
  content: ExperienceContent;
}): Promise<ExperienceRow | null> {
  const result = await pool().query<ExperienceRow>(
    `UPDATE experiences
     SET (${CONTENT_COLUMNS}) = ROW ($1,$2,$3,$4,$5::text[],$6,$7,$8,$9,$10::jsonb,$11,$12,$13,$14,$15,$16,$17),
         verification_status = $19, verified_at = NULL, live_status = 'unknown', current_players = 0, active_lobbies = 0,
         polled_at = NULL, info = NULL, tools = NULL, tools_hash = NULL, updated_at = now()
     WHERE id = $18 RETURNING *`,
    [...contentValues(args.content), args.id, args.verificationStatus],
  );
  return result.rows[0] ?? null;
}

/** Our own games: inserted once, brought up to date at every start. `info` is what experience.info would say. */
export async function upsertFirstParty(args: {
  id: string;
  rank: number;
  content: ExperienceContent;
  info: unknown;
}): Promise<void> {
  await pool().query(
    `INSERT INTO experiences (${CONTENT_COLUMNS}, id, rank, info, verification_status, verified_at, live_status)
     VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,'verified',now(),'online')
     ON CONFLICT (id) DO UPDATE
     SET (${CONTENT_COLUMNS}) = ROW (${CONTENT_COLUMNS.replace(/\w+/g, (column) => `EXCLUDED.${column}`)}),
         rank = EXCLUDED.rank, info = EXCLUDED.info, verification_status = 'verified', live_status = 'online',
         updated_at = CASE WHEN experiences.manifest IS DISTINCT FROM EXCLUDED.manifest THEN now() ELSE experiences.updated_at END`,
    [...contentValues(args.content), args.id, args.rank, JSON.stringify(args.info)],
  );
}

/** Every table that holds something of an experience, children before parents; cascades do the rest. */
const CHILD_TABLES = [
  'engagements',
  'telemetry',
  'credentials',
  'agent_memories',
  'owner_memories',
  'memory_versions',
  'sessions',
  'lobbies',
  'ratings',
  'rating_changes',
  'verifications',
] as const;

/** Deletes an experience with everything of it, unless somebody plays it at the moment. */
export async function deleteIfIdle(id: string): Promise<'deleted' | 'missing' | 'busy'> {
  return transaction(async (client) => {
    const locked = await client.query('SELECT 1 FROM experiences WHERE id = $1 FOR UPDATE', [id]);
    if (locked.rowCount === 0) return 'missing';
    const busy = await client.query(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM engagements WHERE experience_id = $1)
                   OR EXISTS (SELECT 1 FROM sessions WHERE experience_id = $1 AND status = 'active')`,
      [id],
    );
    if (busy.rowCount !== 0) return 'busy';
    for (const table of CHILD_TABLES) await client.query(`DELETE FROM ${table} WHERE experience_id = $1`, [id]);
    await client.query('DELETE FROM events WHERE stream = $1', [`experience:${id}`]);
    await client.query('DELETE FROM stream_heads WHERE stream = $1', [`experience:${id}`]);
    await client.query('DELETE FROM experiences WHERE id = $1', [id]);
    return 'deleted';
  });
}

/** Filters of a catalog page as SQL; `values` grows by what the text names. */
export interface EntryFilters {
  category?: string | undefined;
  tag?: string | undefined;
  tier?: number | undefined;
  listed: boolean;
  online_only?: boolean | undefined;
  verified_only?: boolean | undefined;
}

function whereOf(filters: EntryFilters, values: unknown[]): string {
  const parts: string[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  if (filters.listed) parts.push('listed');
  if (filters.category !== undefined) parts.push(`category = ${bind(filters.category)}`);
  if (filters.tag !== undefined) parts.push(`tags @> ARRAY[${bind(filters.tag)}]::text[]`);
  if (filters.tier !== undefined) parts.push(`tier = ${bind(filters.tier)}`);
  if (filters.online_only) parts.push(`live_status = 'online'`);
  if (filters.verified_only) parts.push(`verification_status = 'verified'`);
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/** Where a page begins. */
export interface Anchor {
  rank: number;
  id: string;
}

/** Every `step`-th entry in catalog order, and how many there are: one pass over an index. */
export async function readAnchors(filters: EntryFilters, step: number): Promise<{ total: number; anchors: Anchor[] }> {
  const values: unknown[] = [];
  const where = whereOf(filters, values);
  const result = await pool().query<Anchor & { total: number }>(
    `SELECT rank, id, total FROM (
       SELECT rank, id, row_number() OVER (ORDER BY rank DESC, id DESC) AS n, count(*) OVER () AS total
       FROM experiences WHERE ${where}) AS numbered
     WHERE n % $${values.push(step)} = 1 ORDER BY n`,
    values,
  );
  return { total: result.rows[0]?.total ?? 0, anchors: result.rows.map(({ rank, id }) => ({ rank, id })) };
}

/** `limit` entries in catalog order, `skip` after the anchor; from the start without one. */
export async function readPage(
  filters: EntryFilters,
  anchor: Anchor | null,
  skip: number,
  limit: number,
): Promise<EntryRow[]> {
  const values: unknown[] = [];
  const where = whereOf(filters, values);
  const from =
    anchor === null ? '' : `AND (rank, id) <= ($${values.push(anchor.rank)}, $${values.push(anchor.id)}::uuid)`;
  // One plan fits every category, but not every tag: a rare one must not walk the whole catalog in order.
  const isUniform = !filters.tag && !filters.tier && !filters.online_only && !filters.verified_only;
  const result = await pool().query<EntryRow>({
    ...(isUniform ? { name: `catalog.page ${where} ${from}` } : {}),
    text: `SELECT ${ENTRY_COLUMNS} FROM experiences WHERE ${where} ${from}
           ORDER BY rank DESC, id DESC OFFSET $${values.push(skip)} LIMIT $${values.push(limit)}`,
    values,
  });
  return result.rows;
}

/** A page of the entries that hold every word, and how many there are, in one statement over the trigram index. */
export async function searchPage(
  filters: EntryFilters,
  words: readonly string[],
  skip: number,
  limit: number,
): Promise<{ total: number; rows: EntryRow[] }> {
  const values: unknown[] = [];
  const where = whereOf(filters, values);
  const holds = words
    .map((word) => `(name || ' ' || summary) ILIKE $${values.push(`%${likeText(word)}%`)}`)
    .join(' AND ');
  const result = await pool().query<EntryRow & { total: number }>(
    `WITH hits AS MATERIALIZED (SELECT id, rank FROM experiences WHERE ${where} AND ${holds}),
          page AS (SELECT id, rank FROM hits ORDER BY rank DESC, id DESC
                   OFFSET $${values.push(skip)} LIMIT $${values.push(limit)})
     SELECT (SELECT count(*) FROM hits) AS total, ${ENTRY_COLUMNS.replace(/\w+/g, (column) => `e.${column}`)}
     FROM (SELECT 1) AS always LEFT JOIN page ON true LEFT JOIN experiences e ON e.id = page.id
     ORDER BY page.rank DESC, page.id DESC`,
    values,
  );
  return { total: result.rows[0]?.total ?? 0, rows: result.rows.filter((row) => row.id !== null) };
}
