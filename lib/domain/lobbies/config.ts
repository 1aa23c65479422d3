import { type AppError, validationError } from '@/lib/core/errors';
import { findPrototypeKey, findUnstorable, type JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { requireGame } from '@/lib/domain/matches';
import { validateBySchema } from '@/lib/gateway';
import { CONFIG_LIMIT_BYTES, type HouseConfig, houseConfigSchema } from './lobbies.schema';

/** A lobby's config, taken apart. */
export interface LobbyConfig {
  /** As it is stored and passed on to a remote experience. */
  config: JsonObject;
  house: HouseConfig;
  /** Options of the built-in game. */
  options: JsonObject;
}

const at = (issues: readonly { path: PropertyKey[]; message: string }[]): AppError =>
  validationError(issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] })));

/**
 * Checks the config of a lobby: size and keys always, and for a built-in game the platform's own keys, the bounds of its
 * move time and the game's options. A manifest's `lobby_config_schema` is checked by `checkConfigBySchema`.
 * Specification: decisions.md, Manifest, Multiplayer flow and House bots.
 * @throws VALIDATION_ERROR with the path of every fault
 */
export function parseLobbyConfig(experience: PlayableExperience, config: JsonObject): LobbyConfig {
  const fault = findPrototypeKey(config) ?? findUnstorable(config);
  if (fault) throw at([fault]);
  if (Buffer.byteLength(JSON.stringify(config), 'utf8') > CONFIG_LIMIT_BYTES) {
    throw at([{ path: [], message: `holds at most ${CONFIG_LIMIT_BYTES} bytes` }]);
  }
  return experience.kind === 'builtin' ? parseBuiltin(experience, config) : { config, house: {}, options: {} };
}

function parseBuiltin(experience: PlayableExperience, config: JsonObject): LobbyConfig {
  const game = requireGame(experience.gameId ?? '');
  const house = houseConfigSchema.safeParse(config);
  if (!house.success) throw at(house.error.issues);
  checkMoveTime(game.moveTimeS, house.data.move_time_s, game.title);
  if (house.data.fill_with_bots_after_s !== undefined && !game.bot) {
    throw at([{ path: ['fill_with_bots_after_s'], message: `${game.title} has no house bots` }]);
  }
  const lastSeat = game.seats.max - 1;
  if ((house.data.host_seat ?? 0) > lastSeat) {
    throw at([{ path: ['host_seat'], message: `must be 0 to ${lastSeat} for ${game.title}` }]);
  }
  const {
    move_time_s: _time,
    fill_with_bots_after_s: _fill,
    bot_strength: _strength,
    host_seat: _seat,
    ...options
  } = config;
  const parsed = game.options.safeParse(options);
  if (!parsed.success) throw at(parsed.error.issues);
  return { config, house: house.data, options };
}

function checkMoveTime(bounds: { min: number; max: number } | null, seconds: number | undefined, title: string): void {
  if (seconds === undefined) return;
  if (!bounds) throw at([{ path: ['move_time_s'], message: `${title} keeps its own time` }]);
  if (seconds < bounds.min || seconds > bounds.max) {
    throw at([{ path: ['move_time_s'], message: `must be ${bounds.min} to ${bounds.max} seconds` }]);
  }
}

/**
 * Checks the config of a new lobby against the `lobby_config_schema` of its manifest.
 * @throws VALIDATION_ERROR with the path of every fault; EXPERIENCE_ERROR when the schema cannot be used
 */
export async function checkConfigBySchema(
  { lobbyConfigSchema }: PlayableExperience,
  config: JsonObject,
): Promise<void> {
  if (!lobbyConfigSchema) return;
  const issues = await validateBySchema('lobby_config_schema', lobbyConfigSchema, config);
  if (issues.length > 0) throw at(issues);
}
