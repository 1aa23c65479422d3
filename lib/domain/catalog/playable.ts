import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { isRemoteKind, targetOf } from '@/lib/gateway';
import { type ExperienceRow, findExperience } from './catalog.repo';
import { PLAYABLE_STATUSES, type PlayableExperience, type VerificationStatus } from './catalog.schema';

const MAX_HELD = 5_000;
const MAX_AGE_MS = 30_000;

interface Held {
  playable: PlayableExperience;
  verificationStatus: VerificationStatus;
  readAtMs: number;
}

interface Cache {
  held: Map<string, Held>;
  /** Raised by every change, so that what was read before a change is not kept after it. */
  version: number;
}

function cache(): Cache {
  return once('catalog.playable', () => {
    const made: Cache = { held: new Map(), version: 0 };
    onBroadcast('catalog', (payload) => {
      made.version++;
      if (isJsonObject(payload) && typeof payload.experience_id === 'string') made.held.delete(payload.experience_id);
      else made.held.clear();
    });
    onReconnect(() => {
      made.version++;
      made.held.clear();
    });
    return made;
  });
}

/** A field of a stored manifest. Manifests of first-party and discovered experiences hold fewer than published ones. */
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
  const schema = field(manifest, 'lobby_config_schema');
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    gameId: row.game_id,
    target: isRemoteKind(kind) ? targetOf({ id, kind, manifest }) : null,
    interactionModel: row.interaction_model,
    discovered: row.discovered,
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

async function read(experienceId: string): Promise<Held> {
  const { held, version } = cache();
  const row = await findExperience(experienceId);
  if (!row || !isPlayableKind(row)) throw notPlayable();
  const found = { playable: toPlayable(row), verificationStatus: row.verification_status, readAtMs: Date.now() };
  if (cache().version !== version) return found;
  held.set(experienceId, found);
  if (held.size > MAX_HELD) held.delete(held.keys().next().value as string);
  return found;
}

function remembered(experienceId: string): Held | null {
  const found = cache().held.get(experienceId);
  return found && busHealthy() && Date.now() - found.readAtMs < MAX_AGE_MS ? found : null;
}

/**
 * What is being played, whatever became of its verification since: sessions that run go on. Also what the verification
 * itself calls. From memory when it was read before: every step asks for it.
 * @throws EXPERIENCE_TOOL_NOT_FOUND for an unknown experience and for one that is a link only
 */
export async function getPlayed({ experienceId }: { experienceId: string }): Promise<PlayableExperience> {
  return (remembered(experienceId) ?? (await read(experienceId))).playable;
}

function mayBePlayed({ verificationStatus }: Held): boolean {
  return PLAYABLE_STATUSES.includes(verificationStatus);
}

/**
 * An experience that may be played now. Only a yes is believed from memory, so that a publisher who is told that the
 * verification passed can play at once.
 * @throws EXPERIENCE_TOOL_NOT_FOUND for an unknown experience and for one that is a link only
 * @throws EXPERIENCE_NOT_VERIFIED
 */
export async function getPlayable({ experienceId }: { experienceId: string }): Promise<PlayableExperience> {
  const known = remembered(experienceId);
  if (known && mayBePlayed(known)) return known.playable;
  const found = await read(experienceId);
  if (mayBePlayed(found)) return found.playable;
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
