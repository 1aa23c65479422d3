import { env } from '@/lib/core/env';
import { AppError, quotaExceeded, validationError } from '@/lib/core/errors';
import { type ExperienceId, newId } from '@/lib/core/ids';
import { kindOfManifest, originOfManifest, remoteKind } from '@/lib/gateway';
import {
  countRegistered,
  type ExperienceContent,
  findListedByName,
  findPublishing,
  insertWithinQuota,
  isDuplicateName,
  type SeenTools,
  updateContent,
} from './catalog.repo';
import {
  type ExperienceDetails,
  FIRST_PARTY_PUBLISHER,
  type Publisher,
  type VerificationStatus,
} from './catalog.schema';
import { missing, toDetails } from './catalog.service';
import { announceChange } from './catalog-changes';
import { type Manifest, playersTogether, readManifest } from './manifest.schema';

/** How many experiences a publisher has registered, failed ones too, and may have; null without a limit. */
export async function readQuota(publisher: Publisher): Promise<{ used: number; limit: number | null }> {
  const limit = env().MAX_EXPERIENCES_PER_AGENT;
  return { used: await countRegistered(publisher), limit: limit === 0 ? null : limit };
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
