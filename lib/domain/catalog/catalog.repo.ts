import type { OwnerId } from '@/lib/core/ids';
import { toJsonb } from '@/lib/core/json';
import { type Client, isUniqueViolation, pool, type Queryable, sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields, Row } from '@/lib/data/row';
import { requireQuota } from '@/lib/domain/quotas';
import type { UpstreamTool } from '@/lib/gateway';
import type { CatalogLine, ExperienceKind, LiveStatusWord, VerificationStatus } from './catalog.schema';
import { insertRevision, lockManifest } from './revisions.repo';

/** The columns of a catalog line. */
export type EntryRow = CatalogLine &
  Row<
    'Experience',
    'live_status' | 'current_players' | 'active_lobbies' | 'review_count' | 'rating_sum',
    { live_status: LiveStatusWord }
  >;

/** The row of an experience. */
export type ExperienceRow = EntryRow &
  Row<
    'Experience',
    | 'created_by_agent_id'
    | 'created_by_owner_id'
    | 'manifest'
    | 'origin'
    | 'moved_at'
    | 'kind'
    | 'game_id'
    | 'interaction_model'
    | 'tools'
    | 'multiplayer'
    | 'verified_at'
    | 'live_since'
    | 'info'
    | 'created_at'
    | 'updated_at'
    | 'hidden_at',
    {
      manifest: Record<string, unknown>;
      kind: ExperienceKind;
      interaction_model: 'session' | 'proxy';
      info: Record<string, unknown> | null;
    }
  >;

/** The columns that come from a manifest. */
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
  /** Of its server; null without one. */
  origin: string | null;
  kind: ExperienceKind;
  gameId: string | null;
  interactionModel: ExperienceRow['interaction_model'];
  sessionMode: string | null;
  minPlayers: number;
  maxPlayers: number;
  multiplayer: boolean;
}

/** What a server listed, and the hash of it. */
export interface SeenTools {
  tools: readonly UpstreamTool[];
  hash: string;
}

/** The columns of a catalog line. */
export const ENTRY_COLUMNS = `id, name, version, summary, category, tags, tier, listed, publisher_name, homepage_url,
  verification_status, live_status, current_players, active_lobbies, session_mode, min_players, max_players, review_count, rating_sum`;

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
    toJsonb(content.manifest),
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
  return isUniqueViolation(thrown);
}

/** The id of a listed experience by the names of its publisher and its own, or null. */
export async function findListedByName(publisherName: string, name: string): Promise<string | null> {
  const rows = await sql<{ id: string }>(
    'catalog.find_by_name',
    'SELECT id FROM experiences WHERE publisher_name = $1 AND name = $2 AND listed AND hidden_at IS NULL LIMIT 1',
    [publisherName, name],
  );
  return rows[0]?.id ?? null;
}

/** An experience that moderators do not hide. */
export async function findExperience(id: string, on: Queryable = pool()): Promise<ExperienceRow | null> {
  const row = await findStoredExperience(id, on);
  return row?.hidden_at === null ? row : null;
}

/** An experience, hidden or not: sessions that run go on. */
export async function findStoredExperience(id: string, on: Queryable = pool()): Promise<ExperienceRow | null> {
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

/**
 * Whether an experience exists, whether a publisher may change it (the agent itself, or an owner of the agent), and the
 * origin that a change must keep; null where any may be given.
 */
export async function findPublishing(
  experienceId: string,
  publisher: { agentId: string | null; ownerId: string | null },
): Promise<{ mine: boolean; fixedOrigin: string | null } | null> {
  const rows = await sql<{ mine: boolean; fixedOrigin: string | null }>(
    'catalog.publishing',
    `SELECT coalesce(CASE WHEN $2::uuid IS NULL
       THEN e.created_by_owner_id = $3 OR (SELECT a.owner_id = $3 FROM agents a WHERE a.id = e.created_by_agent_id)
       ELSE e.created_by_agent_id = $2 END, false) AS mine,
       CASE WHEN e.origin_is_fixed THEN e.origin END AS "fixedOrigin"
     FROM experiences e WHERE e.id = $1`,
    [experienceId, publisher.agentId, publisher.ownerId],
  );
  return rows[0] ?? null;
}

/** An experience with its owner, or the owner of the agent that registered it; null for an unknown one. */
export async function findOwnerOfExperience(
  experienceId: string,
  client?: Queryable,
): Promise<{ ownerId: OwnerId | null; name: string } | null> {
  const rows = await sql<Fields<'Experience', 'name'> & { ownerId: OwnerId | null }>(
    'catalog.publishing_owner',
    `SELECT coalesce(e.created_by_owner_id, a.owner_id) AS "ownerId", e.name
     FROM experiences e LEFT JOIN agents a ON a.id = e.created_by_agent_id WHERE e.id = $1`,
    [experienceId],
    client,
  );
  return rows[0] ?? null;
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

/** The agents that registered the experiences. */
const REGISTERED_BY_AGENT =
  'SELECT created_by_agent_id AS agent_id FROM experiences WHERE created_by_agent_id IS NOT NULL';

/**
 * Inserts an experience when the publisher has fewer than `quota`; 0 is no quota. Registrations of one publisher wait for each
 * other, so that racing ones never pass the quota together.
 * @returns the row, or null when the quota is used up
 * @throws QUOTA_EXCEEDED when the agents of an owner have too many together
 */
export async function insertWithinQuota(args: {
  id: string;
  publisher: { agentId: string | null; ownerId: string | null };
  quota: number;
  rank: number;
  verificationStatus: VerificationStatus;
  content: ExperienceContent;
  /** The tools of a server that was reached while it was registered. */
  seen?: SeenTools;
}): Promise<ExperienceRow | null> {
  const { agentId, ownerId } = args.publisher;
  return transaction(async (client) => {
    if (agentId !== null) {
      const next = 'experience.mine lists yours, experience.delete removes one.';
      await requireQuota(client, { name: 'experiences', agentId, open: REGISTERED_BY_AGENT, next });
    }
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `catalog.quota:${agentId ?? ownerId}`,
    ]);
    const used = await countRegistered(args.publisher, client);
    if (args.quota > 0 && used >= args.quota) return null;
    const inserted = await client.query<ExperienceRow>(
      `INSERT INTO experiences (${CONTENT_COLUMNS}, id, created_by_agent_id, created_by_owner_id, verification_status, rank,
         tools, tools_hash, origin, origin_is_fixed, verified_at, live_status)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$24::text IS NOT NULL,
         CASE WHEN $24::text IS NULL THEN NULL ELSE now() END, CASE WHEN $24::text IS NULL THEN 'unknown' ELSE 'online' END)
       RETURNING *`,
      [
        ...contentValues(args.content),
        args.id,
        agentId,
        agentId === null ? ownerId : null,
        args.verificationStatus,
        args.rank,
        args.seen ? toJsonb(args.seen.tools) : null,
        args.seen?.hash ?? null,
        args.content.origin,
      ],
    );
    const { version, manifest } = args.content;
    await insertRevision(client, { experienceId: args.id, version, after: manifest });
    return inserted.rows[0] ?? null;
  });
}

/** How many experiences a publisher has registered: an agent its own, an owner those without an agent. */
export async function countRegistered(
  { agentId, ownerId }: { agentId: string | null; ownerId: string | null },
  on: Queryable = pool(),
): Promise<number> {
  const counted = await on.query<{ used: number }>(
    agentId === null
      ? 'SELECT count(*)::int AS used FROM experiences WHERE created_by_owner_id = $1 AND created_by_agent_id IS NULL'
      : 'SELECT count(*)::int AS used FROM experiences WHERE created_by_agent_id = $1',
    [agentId ?? ownerId],
  );
  return counted.rows[0]?.used ?? 0;
}

/**
 * Replaces what a manifest fills in. What was seen of the server (tools, info, live status) goes: it may be another one. The
 * origin of the last server stays while there is none. The manifest is added to the revisions. Three statements.
 */
export async function updateContent(args: {
  id: string;
  verificationStatus: VerificationStatus;
  content: ExperienceContent;
}): Promise<ExperienceRow | null> {
  return transaction(async (client) => {
    const before = await lockManifest(client, args.id);
    if (!before) return null;
    const { version, manifest: after } = args.content;
    await insertRevision(client, { experienceId: args.id, version, before: before.manifest, after });
    return replaceContent(client, args);
  });
}

async function replaceContent(
  client: Client,
  args: { id: string; verificationStatus: VerificationStatus; content: ExperienceContent },
): Promise<ExperienceRow | null> {
  const result = await client.query<ExperienceRow>(
    `UPDATE experiences
     SET (${CONTENT_COLUMNS}) = ROW ($1,$2,$3,$4,$5::text[],$6,$7,$8,$9,$10::jsonb,$11,$12,$13,$14,$15,$16,$17),
         verification_status = $19, verified_at = NULL, live_status = 'unknown', live_since = NULL, current_players = 0, active_lobbies = 0,
         polled_at = NULL, info = NULL, tools = NULL, tools_hash = NULL, updated_at = now(),
         moved_at = CASE WHEN origin <> $20 THEN now() ELSE moved_at END, origin = coalesce($20, origin)
     WHERE id = $18 RETURNING *`,
    [...contentValues(args.content), args.id, args.verificationStatus, args.content.origin],
  );
  return result.rows[0] ?? null;
}

/** Inserts or updates a built-in game; runs at every start. `info` is what experience.info would answer. */
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
    [...contentValues(args.content), args.id, args.rank, toJsonb(args.info)],
  );
}

/** Makes an owner the publisher of what an agent has registered. */
export async function setOwnerOfExperiences(
  client: Queryable,
  of: { agentId: string; ownerId: string },
): Promise<void> {
  await sql(
    'catalog.give_to_owner',
    'UPDATE experiences SET created_by_agent_id = NULL, created_by_owner_id = $2 WHERE created_by_agent_id = $1',
    [of.agentId, of.ownerId],
    client,
  );
}

/** Stores number and sum of the ratings of an experience that count in its average. */
export async function setRatings(
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

/** Hides an experience from everybody but its publisher, or shows it again. */
export async function setHidden(client: Queryable, of: { experienceId: string; hiddenAt: Date | null }): Promise<void> {
  await sql(
    'catalog.set_hidden',
    'UPDATE experiences SET hidden_at = $2 WHERE id = $1',
    [of.experienceId, of.hiddenAt],
    client,
  );
}

registerDeletion('catalog', {
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM status_days WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM experience_revisions WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM experiences WHERE id = $1', [experienceId]);
  },
});

registerExport('catalog', {
  'experiences/experiences': {
    about: 'Published experiences with their manifests.',
    rows: `SELECT id, created_by_agent_id, created_by_owner_id, name, version, summary, category, tags, tier, listed,
      hidden_at, publisher_name, homepage_url, manifest, verification_status, verified_at, live_status,
      review_count, created_at, updated_at
      FROM experiences
      WHERE created_by_owner_id = $1 OR created_by_agent_id = ANY ($2)`,
  },
  'experiences/revisions': {
    about: 'Versions of published experiences, and what changed in their manifests.',
    rows: `SELECT r.experience_id, r.number, r.version, r.changes, r.at
      FROM experience_revisions r JOIN experiences x ON x.id = r.experience_id
      WHERE x.created_by_owner_id = $1 OR x.created_by_agent_id = ANY ($2)`,
  },
});
