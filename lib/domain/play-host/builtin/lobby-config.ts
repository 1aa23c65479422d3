import { z } from 'zod';
import { validationError } from '@/lib/core/errors';
import { type AnyGame, STRENGTHS, type Strength, type TimeControl } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { requireGame } from '@/lib/domain/matches';
import { DAYS_PER_MOVE, type DaysPerMove } from '@/lib/domain/seating';
import type { LobbySettings } from '../play-host';
import { readTime, TIME_FIELDS } from './time-control';

/** Keys of the config that the platform understands; the other keys are options of the game. */
const platformConfigSchema = z.object({
  ...TIME_FIELDS,
  /** In place of seconds: a correspondence game, which players play beside others. */
  days_per_move: z.literal(DAYS_PER_MOVE).optional(),
  fill_with_bots_after_s: z.int().min(0).max(86_400).optional(),
  bot_strength: z.enum(STRENGTHS as [Strength, ...Strength[]]).optional(),
  /** Seat of the host; the others take the other seats in the order of joining. */
  host_seat: z.int().min(0).max(99).optional(),
  omniscient_delay_s: z.int().min(0).max(3_600).optional(),
  /** In no list: for players who know its id. Read by the queries that list lobbies. */
  unlisted: z.boolean().optional(),
});

/** The config of a lobby of a built-in game. */
export interface BuiltinLobbyConfig {
  moveTimeS: number | null;
  /** One clock for the whole game. */
  timeControl: TimeControl | null;
  /** Days for each move of a correspondence game. */
  daysPerMove: DaysPerMove | null;
  fillAfterS: number | null;
  botStrength: Strength;
  hostSeat: number;
  /** Seconds that spectators who see everything are behind while the match runs. */
  omniscientDelayS: number;
  /** Options of the game, as the host wrote them. */
  options: JsonObject;
}

/**
 * Checks the config of a lobby of a built-in game: the platform's keys within the bounds of the game, and the options of
 * the game. Specification: decisions.md, Multiplayer flow and House bots.
 * @throws VALIDATION_ERROR with the path of every fault
 */
export function readBuiltinConfig(experience: PlayableExperience, config: JsonObject): BuiltinLobbyConfig {
  const game = requireGame(experience.gameId ?? '');
  const parsed = platformConfigSchema.safeParse(config);
  if (!parsed.success) throw configError(parsed.error.issues);
  const platform = parsed.data;
  const daysPerMove = platform.days_per_move ?? null;
  const time = daysPerMove === null ? readTime(game, platform, ['config']) : readDays(game, platform, daysPerMove);
  if (platform.fill_with_bots_after_s !== undefined && !game.bot) {
    throw configError([{ path: ['fill_with_bots_after_s'], message: `${game.title} has no house bots` }]);
  }
  const lastSeat = game.seats.max - 1;
  if ((platform.host_seat ?? 0) > lastSeat) {
    throw configError([{ path: ['host_seat'], message: `must be 0 to ${lastSeat} for ${game.title}` }]);
  }
  const platformKeys = new Set(Object.keys(platformConfigSchema.shape));
  const options = Object.fromEntries(Object.entries(config).filter(([key]) => !platformKeys.has(key)));
  const checked = game.options.safeParse(options);
  if (!checked.success) throw configError(checked.error.issues);
  return {
    ...time,
    daysPerMove,
    fillAfterS: platform.fill_with_bots_after_s ?? null,
    botStrength: platform.bot_strength ?? 'medium',
    hostSeat: platform.host_seat ?? 0,
    omniscientDelayS: platform.omniscient_delay_s ?? 0,
    options,
  };
}

export function readLobbySettings(experience: PlayableExperience, config: JsonObject): LobbySettings {
  const { fillAfterS, daysPerMove } = readBuiltinConfig(experience, config);
  return { fillAfterS, daysPerMove };
}

const SECONDS_A_DAY = 86_400;

/** Days for each move, which are no other time. @throws VALIDATION_ERROR */
function readDays(game: AnyGame, platform: z.output<typeof platformConfigSchema>, days: DaysPerMove) {
  if (!game.moveTimeS)
    throw configError([{ path: ['days_per_move'], message: `${game.title} has its own time limits` }]);
  const other = (Object.keys(TIME_FIELDS) as (keyof typeof TIME_FIELDS)[]).find((key) => platform[key] !== undefined);
  if (other) throw configError([{ path: [other], message: 'must be left out with days_per_move' }]);
  return { moveTimeS: days * SECONDS_A_DAY, timeControl: null };
}

function configError(issues: readonly { path: PropertyKey[]; message: string }[]) {
  return validationError(issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] })));
}
