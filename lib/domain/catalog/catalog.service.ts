import { iso } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { originOfManifest } from '@/lib/gateway';
import { type EntryRow, type ExperienceRow, findExperience, listByAgent, listByOwner } from './catalog.repo';
import {
  type CatalogEntry,
  type ExperienceDetails,
  type ExperienceLine,
  type ListFilters,
  type OwnExperience,
  type PublishedExperience,
  type Publisher,
  playableNow,
} from './catalog.schema';
import { catalogPage, countEntries } from './catalog-pages';
import { type MatchCounts, searchPage } from './catalog-pages.repo';
import { plainSearch, wordsOf } from './search-words';

export { seedFirstParty } from './first-party';
export { getPlayable, getPlayed } from './playable';

/** The fields are listed one by one: a row has fields that are not public. */
const toLine = (row: ExperienceLine): ExperienceLine => ({
  id: row.id,
  name: row.name,
  version: row.version,
  summary: row.summary,
  category: row.category,
  tags: row.tags,
  tier: row.tier,
  listed: row.listed,
  verification_status: row.verification_status,
});

function toEntry(row: EntryRow): CatalogEntry {
  return {
    ...toLine(row),
    publisher_name: row.publisher_name,
    homepage_url: row.homepage_url,
    live_status: { status: row.live_status, current_players: row.current_players, active_lobbies: row.active_lobbies },
    ...playableNow({ tier: row.tier, verificationStatus: row.verification_status, liveStatus: row.live_status }),
    session_mode: row.session_mode,
    min_players: row.min_players,
    max_players: row.max_players,
    rating: row.review_count === 0 ? null : Math.round((row.rating_sum / row.review_count) * 10) / 10,
    review_count: row.review_count,
  };
}

export function toDetails(row: ExperienceRow): ExperienceDetails {
  const instructions = row.info?.gameplay_instructions;
  return {
    ...toEntry(row),
    kind: row.kind,
    game_type: row.game_id,
    multiplayer: row.multiplayer,
    verified_at: row.verified_at === null ? null : iso(row.verified_at),
    live_since: row.live_since === null ? null : iso(row.live_since),
    manifest: row.manifest,
    action_schema: row.info?.action_schema ?? null,
    gameplay_instructions: typeof instructions === 'string' ? instructions : null,
    created_by: row.created_by_agent_id,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

function toOwn(row: ExperienceRow): OwnExperience {
  return {
    ...toLine(row),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

export interface CatalogPage {
  experiences: CatalogEntry[];
  pagination: { page: number; limit: number; total: number; total_pages: number };
}

function toPage(rows: readonly EntryRow[], total: number, { page, limit }: ListFilters): CatalogPage {
  return {
    experiences: rows.map(toEntry),
    pagination: { page, limit, total, total_pages: Math.ceil(total / limit) },
  };
}

/**
 * What a search means that found nothing, without the words around it: the entries with the tag that it names, else those
 * with its words or with the name of the built-in game that it means. Null when that finds nothing either.
 */
async function searchNearer(filters: ListFilters, start: number): Promise<CatalogPage | null> {
  const { page: _, limit, search = '', ...rest } = filters;
  const words = wordsOf(plainSearch(search));
  if (words.length === 0) return null;
  const [tag, ...others] = words;
  if (rest.tag === undefined && others.length === 0) {
    const { rows, total } = await catalogPage({ ...rest, tag }, start, limit);
    if (total > 0) return toPage(rows, total, filters);
  }
  const { rows, counts } = await searchPage(rest, words, start, limit);
  return counts.all > 0 ? toPage(rows, counts.all, filters) : null;
}

/** A page of the catalog. Specification: gateway-tool-contract.md, experiences.list */
export async function listExperiences(filters: ListFilters): Promise<CatalogPage> {
  const { page, limit, search, ...rest } = filters;
  const words = wordsOf(search);
  const start = (page - 1) * limit;
  if (words.length > 0) {
    const { rows, counts } = await searchPage(rest, words, start, limit);
    const nearer = counts.all === 0 ? await searchNearer(filters, start) : null;
    return nearer ?? toPage(rows, counts.all, filters);
  }
  const { rows, total } = await catalogPage(rest, start, limit);
  return toPage(rows, total, filters);
}

/**
 * A page of the catalog for people: what can be played now, or everything, in the same order; with the number of both.
 * Decision: docs/decisions/0027-catalog-pages-counts-and-reviews.md
 */
export async function browseExperiences(
  filters: ListFilters & { playable_only: boolean },
): Promise<CatalogPage & { counts: MatchCounts }> {
  const { page, limit, search, ...rest } = filters;
  const words = wordsOf(search);
  const start = (page - 1) * limit;
  const totalOf = ({ all, playable }: MatchCounts) => (filters.playable_only ? playable : all);
  if (words.length > 0) {
    const { rows, counts } = await searchPage(rest, words, start, limit);
    return { ...toPage(rows, totalOf(counts), filters), counts };
  }
  const [{ rows, total }, counts] = await Promise.all([catalogPage(rest, start, limit), countEntries(rest)]);
  return { ...toPage(rows, total, filters), counts };
}

/**
 * Everything public about an experience. Specification: gateway-tool-contract.md, experiences.get
 * @throws NOT_FOUND
 */
export async function getExperience({ experienceId }: { experienceId: string }): Promise<ExperienceDetails> {
  const row = await findExperience(experienceId);
  if (!row) throw missing();
  return toDetails(row);
}

/**
 * The origin (scheme, host, port) of an experience's server; null without one. Stored credentials are bound to it.
 * @throws NOT_FOUND
 */
export async function getServerOrigin({ experienceId }: { experienceId: string }): Promise<string | null> {
  return (await getServer({ experienceId })).origin;
}

/** The server to which credentials for an experience go, and whether they fill its login tools. @throws NOT_FOUND */
export async function getServer({ experienceId }: { experienceId: string }): Promise<{
  /** Null without a server. */
  origin: string | null;
  fillsLogins: boolean;
}> {
  const row = await findExperience(experienceId);
  if (!row) throw missing();
  const origin = row.tier === 2 ? originOfManifest(row.manifest) : null;
  return { origin, fillsLogins: row.kind === 'discovered' };
}

/** The experiences of a publisher, newest first; for an owner also those that the owner's agents registered. */
export async function listOwnExperiences({ publisher }: { publisher: Publisher }): Promise<OwnExperience[]> {
  const { agentId, ownerId } = publisher;
  const rows = agentId === null ? await listByOwner(ownerId ?? '') : await listByAgent(agentId);
  return rows.map(toOwn);
}

/** The experiences of an owner and of the owner's agents with what a publisher watches, newest first. */
export async function listPublished({ ownerId }: { ownerId: string }): Promise<PublishedExperience[]> {
  const rows = await listByOwner(ownerId);
  return rows.map((row) => {
    const { kind, verified_at, live_since } = toDetails(row);
    const { live_status, rating, review_count } = toEntry(row);
    return { ...toOwn(row), kind, verified_at, live_status, live_since, rating, review_count };
  });
}

export function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no experience with this id.');
}
