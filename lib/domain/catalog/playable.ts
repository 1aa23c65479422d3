import { LRUCache } from 'lru-cache';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { isRemoteKind, protocolOf, targetOf, type UpstreamTool } from '@/lib/gateway';
import { type ExperienceRow, findStoredExperience } from './catalog.repo';
import { PLAYABLE_STATUSES, type PlayableExperience, type VerificationStatus } from './catalog.schema';

const MAX_CACHED = 5_000;
/** Of all cached experiences as JSON: publishers choose the size of their schemas, up to 64 KB each. */
const MAX_CACHED_CHARACTERS = 8_000_000;
const MAX_AGE_MS = 30_000;

interface CachedExperience {
  playable: PlayableExperience;
  verificationStatus: VerificationStatus;
  /** Moderators hide it: nobody begins to play it. */
  isHidden: boolean;
}

interface Cache {
  experiences: LRUCache<string, CachedExperience>;
  /** Raised by every change, so that what was read before a change is not cached after it. */
  version: number;
}

/** An empty cache by id. */
export function makeExperienceCache(): LRUCache<string, CachedExperience> {
  return new LRUCache({
    max: MAX_CACHED,
    ttl: MAX_AGE_MS,
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ playable }) => JSON.stringify(playable).length,
  });
}

function cache(): Cache {
  return once('catalog.playable', () => {
    const experiences = makeExperienceCache();
    const cache: Cache = { experiences, version: 0 };
    const clear = () => {
      cache.version++;
      cache.experiences.clear();
    };
    onBroadcast('catalog', (payload) => {
      if (!isJsonObject(payload) || typeof payload.experience_id !== 'string') return clear();
      cache.version++;
      cache.experiences.delete(payload.experience_id);
    });
    onReconnect(clear);
    return cache;
  });
}

/** A field of a stored manifest. Manifests of first-party and discovered experiences have fewer fields. */
function field(manifest: Record<string, unknown>, ...path: string[]): unknown {
  let value: unknown = manifest;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function whole(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function toPlayable(row: ExperienceRow & { kind: PlayableExperience['kind'] }): PlayableExperience {
  const { id, kind, manifest } = row;
  const protocol = isRemoteKind(kind) ? protocolOf(kind, row.interaction_model) : 'experience';
  const schema = field(manifest, 'lobby_config_schema');
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    gameId: row.game_id,
    application: text(field(manifest, 'builtin', 'application')),
    target: isRemoteKind(kind) ? targetOf({ id, kind, manifest }) : null,
    hasMoved: row.moved_at !== null,
    interactionModel: row.interaction_model,
    discovered: kind === 'discovered',
    protocol,
    tools: protocol === 'tools' && Array.isArray(row.tools) ? (row.tools as UpstreamTool[]) : null,
    minPlayers: row.min_players,
    maxPlayers: row.max_players,
    multiplayer: {
      supported: row.multiplayer,
      minPlayers: whole(field(manifest, 'sessions', 'multiplayer', 'min_players'), Math.max(2, row.min_players)),
      maxPlayers: whole(field(manifest, 'sessions', 'multiplayer', 'max_players'), Math.max(2, row.max_players)),
    },
    sessionUiUrlTemplate: text(field(manifest, 'ui', 'session_ui_url_template')),
    lobbyConfigSchema: isJsonObject(schema) ? schema : null,
    actionSchema: isJsonObject(row.info?.action_schema) ? row.info.action_schema : null,
    gameplayInstructions: text(row.info?.gameplay_instructions),
  };
}

function isPlayableKind(row: ExperienceRow): row is ExperienceRow & { kind: PlayableExperience['kind'] } {
  return row.tier === 2 && row.kind !== 'link';
}

function notPlayable(): AppError {
  return new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no playable experience with this id.', {
    details: { next: 'experiences.list shows what can be played: choose one with playable_now.' },
  });
}

async function read(experienceId: string): Promise<CachedExperience> {
  const { experiences, version } = cache();
  const row = await findStoredExperience(experienceId);
  if (!row || !isPlayableKind(row)) throw notPlayable();
  const { verification_status: verificationStatus, hidden_at: hiddenAt } = row;
  const found = { playable: toPlayable(row), verificationStatus, isHidden: hiddenAt !== null };
  if (cache().version === version) experiences.set(experienceId, found);
  return found;
}

function readCached(experienceId: string): CachedExperience | null {
  return (busHealthy() && cache().experiences.get(experienceId)) || null;
}

/**
 * An experience for sessions that run, whatever became of its verification since, and for the verification itself. From
 * the cache when it was read before: every step calls this.
 * @throws EXPERIENCE_TOOL_NOT_FOUND for an unknown experience and for one that is a link only
 */
export async function getPlayed({ experienceId }: { experienceId: string }): Promise<PlayableExperience> {
  return (readCached(experienceId) ?? (await read(experienceId))).playable;
}

function isVerified({ verificationStatus }: CachedExperience): boolean {
  return PLAYABLE_STATUSES.includes(verificationStatus);
}

/**
 * An experience that may be played now. Only a verified one is taken from the cache, so that a publisher can play as
 * soon as the verification has passed.
 * @throws EXPERIENCE_TOOL_NOT_FOUND for an unknown experience and for one that is a link only
 * @throws EXPERIENCE_NOT_VERIFIED
 */
export async function getPlayable({ experienceId }: { experienceId: string }): Promise<PlayableExperience> {
  const cached = readCached(experienceId);
  if (cached && isVerified(cached) && !cached.isHidden) return cached.playable;
  const found = await read(experienceId);
  if (found.isHidden) throw notPlayable();
  if (isVerified(found)) return found.playable;
  throw new AppError(
    'EXPERIENCE_NOT_VERIFIED',
    `The experience is not verified: its status is ${found.verificationStatus}.`,
    {
      details: {
        verification_status: found.verificationStatus,
        next: 'experiences.get shows how its verification goes; experiences.list shows what can be played now.',
      },
    },
  );
}
