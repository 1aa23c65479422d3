import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type AppError, type Issue, validationError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { findPrototypeKey, findUnstorable, type JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { requireGame } from '@/lib/domain/matches';
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
 * Checks the config of a lobby: size and keys always, the manifest's `lobby_config_schema` when it has one, and for a
 * built-in game the house's own keys, the bounds of its move time and the game's options.
 * Specification: decisions.md, Manifest, Multiplayer flow and House bots.
 * @throws VALIDATION_ERROR with the path of every fault
 */
export function parseLobbyConfig(experience: PlayableExperience, config: JsonObject): LobbyConfig {
  const fault = findPrototypeKey(config) ?? findUnstorable(config);
  if (fault) throw at([fault]);
  if (Buffer.byteLength(JSON.stringify(config), 'utf8') > CONFIG_LIMIT_BYTES) {
    throw at([{ path: [], message: `holds at most ${CONFIG_LIMIT_BYTES} bytes` }]);
  }
  if (experience.lobbyConfigSchema) checkAgainst(experience.lobbyConfigSchema, config);
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

const CHECKERS_HELD = 200;

/** Compiled schemas of manifests, by their text. A schema that does not compile is the publisher's fault and checks nothing. */
function checkerFor(schema: JsonObject): ((config: JsonObject) => Issue[]) | null {
  const held = once('lobbies.config_checkers', () => new Map<string, ((config: JsonObject) => Issue[]) | null>());
  const text = JSON.stringify(schema);
  const known = held.get(text);
  if (known !== undefined) return known;
  const made = compile(schema);
  held.set(text, made);
  if (held.size > CHECKERS_HELD) held.delete(held.keys().next().value as string);
  return made;
}

function compile(schema: JsonObject): ((config: JsonObject) => Issue[]) | null {
  try {
    const { $schema: _dialect, $async: isAsync, ...plain } = schema;
    if (isAsync) return null;
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats.default(ajv);
    // A stranger's regular expression could stall every other agent, so none is ever run.
    ajv.removeKeyword('pattern').removeKeyword('patternProperties');
    const validate = ajv.compile(plain);
    return (config) => {
      if (validate(config)) return [];
      return (validate.errors ?? []).map((error) => ({
        path: error.instancePath.split('/').slice(1),
        message: `${error.message ?? 'does not fit'}${error.params.additionalProperty ? `: ${String(error.params.additionalProperty)}` : ''}`,
      }));
    };
  } catch (error) {
    log.warn({ err: error }, 'a lobby_config_schema does not compile');
    return null;
  }
}

function checkAgainst(schema: JsonObject, config: JsonObject): void {
  const issues = checkerFor(schema)?.(config) ?? [];
  if (issues.length > 0) throw at(issues);
}
