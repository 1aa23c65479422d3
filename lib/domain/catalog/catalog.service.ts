import { iso } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError, quotaExceeded, validationError } from '@/lib/core/errors';
import { type ExperienceId, newId } from '@/lib/core/ids';
import { kindOfManifest, originOfManifest, remoteKind } from '@/lib/gateway';
import {
  countRegistered,
  type EntryRow,
  type ExperienceContent,
  type ExperienceRow,
  findExperience,
  findListedByName,
  findPublishing,
  insertWithinQuota,
  isDuplicateName,
  listByAgent,
  listByOwner,
  type SeenTools,
  updateContent,
} from './catalog.repo';
import {
  type CatalogEntry,
  type ExperienceDetails,
  type ExperienceLine,
  FIRST_PARTY_PUBLISHER,
  type ListFilters,
  type OwnExperience,
  type PublishedExperience,
  type Publisher,
  playableNow,
  type VerificationStatus,
} from './catalog.schema';
import { announceChange } from './catalog-changes';
import { catalogPage, countEntries } from './catalog-pages';
import { type MatchCounts, searchPage } from './catalog-pages.repo';
import { type Manifest, playersTogether, readManifest } from './manifest.schema';
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

function toDetails(row: ExperienceRow): ExperienceDetails {
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

/** How many experiences a publisher has registered, failed ones too, and may have; null without a limit. */
export async function readQuota(publisher: Publisher): Promise<{ used: number; limit: number | null }> {
  const limit = env().MAX_EXPERIENCES_PER_AGENT;
  return { used: await countRegistered(publisher), limit: limit === 0 ? null : limit };
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no experience with this id.');
}

/** Names the entry that exists, which is often all that the caller needs; not one that its publisher does not list. */
async function duplicate({ name, publisher }: Manifest): Promise<AppError> {
  const id = await findListedByName(publisher.name, name);
  const details = id === null ? {} : { experience_id: id, next: 'session.create plays it; experiences.get shows it.' };
  return new AppError('DUPLICATE_EXPERIENCE', 'This publisher has an experience with this name already.', {
    details,
  });
}

/** Cyrillic and Greek letters and digits that look like a letter of the platform's name, in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ь: 'b',
  в: 'b',
  β: 'b',
  о: 'o',
  ο: 'o',
  '0': 'o',
  т: 't',
  τ: 't',
  р: 'p',
  ρ: 'p',
  ӏ: 'l',
  і: 'l',
  ι: 'l',
  '1': 'l',
  i: 'l',
  а: 'a',
  α: 'a',
  у: 'y',
  ү: 'y',
  υ: 'y',
  γ: 'y',
};

/** Refuses the platform's own publisher name, also when it is written with lookalike letters. */
function refuseFirstPartyName(manifest: Manifest): void {
  const plain = manifest.publisher.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/./gu, (letter) => LOOKALIKES[letter] ?? letter);
  if (plain !== FIRST_PARTY_PUBLISHER.toLowerCase()) return;
  throw new AppError('VALIDATION_ERROR', `The publisher name ${FIRST_PARTY_PUBLISHER} is taken.`, {
    details: { issues: [{ path: ['manifest', 'publisher', 'name'], message: 'is taken' }] },
  });
}

function contentOf(manifest: Manifest): ExperienceContent {
  const { sessions } = manifest;
  const together = playersTogether(sessions);
  return {
    name: manifest.name,
    version: manifest.version,
    summary: manifest.summary,
    category: manifest.category,
    tags: manifest.tags,
    tier: manifest.tier,
    listed: manifest.listed,
    publisherName: manifest.publisher.name,
    homepageUrl: manifest.homepage_url ?? null,
    manifest,
    origin: manifest.tier === 2 ? originOfManifest(manifest) : null,
    kind: (manifest.tier === 2 && kindOfManifest(manifest)) || 'link',
    gameId: null,
    interactionModel: sessions.interaction_model,
    sessionMode: manifest.tier === 1 ? null : sessions.mode,
    minPlayers: sessions.min_players,
    maxPlayers: together.supported ? Math.max(together.max, sessions.max_players) : sessions.max_players,
    multiplayer: together.supported,
  };
}

/**
 * Adds an experience to the catalog. A tier 2 experience is `pending` until it is verified: start the verification.
 * Specification: gateway-tool-contract.md, experience.register
 * @throws VALIDATION_ERROR, QUOTA_EXCEEDED, DUPLICATE_EXPERIENCE, PAYLOAD_TOO_LARGE
 */
export async function registerExperience(args: {
  publisher: Publisher;
  manifest: unknown;
}): Promise<ExperienceDetails> {
  const manifest = await readManifest(args.manifest);
  return insertNew({ ...args, manifest, verificationStatus: manifest.tier === 2 ? 'pending' : 'unverified' });
}

/**
 * Adds a server that was reached and listed its tools: it can be played immediately.
 * Specification: gateway-tool-contract.md, experience.discover
 * @throws VALIDATION_ERROR, QUOTA_EXCEEDED, DUPLICATE_EXPERIENCE
 */
export async function registerDiscovered(args: {
  publisher: Publisher;
  manifest: unknown;
  seen: SeenTools;
}): Promise<ExperienceDetails> {
  const manifest = await readManifest(args.manifest);
  return insertNew({ ...args, manifest, verificationStatus: 'connectivity_verified' });
}

async function insertNew(args: {
  publisher: Publisher;
  manifest: Manifest;
  verificationStatus: VerificationStatus;
  seen?: SeenTools;
}): Promise<ExperienceDetails> {
  const { manifest, ...rest } = args;
  refuseFirstPartyName(manifest);
  const quota = env().MAX_EXPERIENCES_PER_AGENT;
  const row = await insertWithinQuota({
    ...rest,
    id: newId<ExperienceId>(),
    quota,
    rank: Date.now(),
    content: contentOf(manifest),
  }).catch(async (thrown: unknown) => {
    throw isDuplicateName(thrown) ? await duplicate(manifest) : thrown;
  });
  if (!row) {
    throw quotaExceeded(`You have reached the limit of ${quota} experiences.`, {
      name: 'experiences',
      limit: quota,
      next: 'experience.mine lists yours, experience.delete removes one.',
    });
  }
  await announceChange(row.id);
  return toDetails(row);
}

/**
 * Whether a publisher may change an experience: an agent those that it registered, an owner also those of its agents.
 * False for an experience that does not exist.
 */
export async function isPublisherOf(args: { publisher: Publisher; experienceId: string }): Promise<boolean> {
  return (await findPublishing(args.experienceId, args.publisher))?.mine ?? false;
}

/** @throws NOT_FOUND for an experience that does not exist · NOT_OWNER for one of another publisher */
export async function requirePublisher(args: { publisher: Publisher; experienceId: string }): Promise<void> {
  await requireOwn(args.experienceId, args.publisher);
}

/** The origin that a change must keep; null where any may be given. @throws NOT_FOUND, NOT_OWNER */
async function requireOwn(experienceId: string, publisher: Publisher): Promise<string | null> {
  const found = await findPublishing(experienceId, publisher);
  if (!found) throw missing();
  if (found.mine) return found.fixedOrigin;
  throw new AppError('NOT_OWNER', 'Only the publisher that registered the experience may change it.');
}

/** @throws VALIDATION_ERROR for another server than the one that was discovered */
function requireOrigin(fixedOrigin: string | null, manifest: Manifest): void {
  const origin = manifest.tier === 2 ? originOfManifest(manifest) : null;
  const kind = kindOfManifest(manifest);
  if (fixedOrigin === null || origin === null || kind === null || origin === fixedOrigin) return;
  const message = `must stay at ${fixedOrigin}: this experience was discovered there. experience.discover adds another server`;
  throw validationError([{ path: ['manifest', kind, remoteKind(kind).urlField], message }]);
}

/**
 * Replaces the manifest. The experience is unverified until a new verification ends; sessions that run continue. A server
 * at another origin gets no credential that is stored: their owners decide.
 * Specification: gateway-tool-contract.md, experience.update
 * @throws VALIDATION_ERROR, NOT_FOUND, NOT_OWNER, DUPLICATE_EXPERIENCE, PAYLOAD_TOO_LARGE
 */
export async function updateExperience(args: {
  publisher: Publisher;
  experienceId: string;
  manifest: unknown;
}): Promise<ExperienceDetails> {
  const fixedOrigin = await requireOwn(args.experienceId, args.publisher);
  const manifest = await readManifest(args.manifest);
  refuseFirstPartyName(manifest);
  requireOrigin(fixedOrigin, manifest);
  const row = await updateContent({
    id: args.experienceId,
    verificationStatus: 'unverified',
    content: contentOf(manifest),
  }).catch(async (thrown: unknown) => {
    throw isDuplicateName(thrown) ? await duplicate(manifest) : thrown;
  });
  if (!row) throw missing();
  await announceChange(row.id);
  return toDetails(row);
}
