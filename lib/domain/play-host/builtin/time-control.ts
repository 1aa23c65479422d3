import { z } from 'zod';
import { validationError } from '@/lib/core/errors';
import type { AnyGame, TimeControl } from '@/lib/core/game';

/** How long players may think, in the config of a lobby and in the options of a solo game. */
export const TIME_FIELDS = {
  /** Seconds for each move. */
  move_time_s: z.int().optional(),
  /** Seconds of each seat for the whole game, in place of a time for each move. */
  clock_base_s: z.int().min(30).max(10_800).optional(),
  /** Seconds that each move adds. */
  clock_increment_s: z.int().min(0).max(60).optional(),
};

type TimeFields = z.output<z.ZodObject<typeof TIME_FIELDS>>;

/**
 * The chosen time: for each move, or one clock for the whole game; `moveTimeS` null where neither was chosen.
 * @throws VALIDATION_ERROR at `path` and the field, for what the game does not have or what does not go together
 */
export function readTime(
  game: AnyGame,
  fields: TimeFields,
  path: readonly string[],
): { moveTimeS: number | null; timeControl: TimeControl | null } {
  const { move_time_s: moveTimeS, clock_base_s: baseS, clock_increment_s: incrementS } = fields;
  const refuse = (field: keyof TimeFields, message: string) => validationError([{ path: [...path, field], message }]);
  if (incrementS !== undefined && baseS === undefined) {
    throw refuse('clock_increment_s', 'needs clock_base_s');
  }
  if (baseS !== undefined && !game.hasGameClock) {
    throw refuse('clock_base_s', `${game.title} has no clock for the whole game`);
  }
  if (baseS !== undefined && moveTimeS !== undefined) {
    throw refuse('move_time_s', 'must be left out with clock_base_s');
  }
  if (baseS !== undefined) {
    return { moveTimeS: null, timeControl: { baseMs: baseS * 1000, incrementMs: (incrementS ?? 0) * 1000 } };
  }
  if (moveTimeS === undefined) return { moveTimeS: null, timeControl: null };
  if (!game.moveTimeS) throw refuse('move_time_s', `${game.title} has its own time limits`);
  const { min, max } = game.moveTimeS;
  if (moveTimeS < min || moveTimeS > max) throw refuse('move_time_s', `must be ${min} to ${max} seconds`);
  return { moveTimeS, timeControl: null };
}
