import type { AnyGame, GameEvent, Outcome, Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { forfeit } from './forfeit';

/** A recorded resignation. `ends`: ends the match for all seats, even if the game could continue. */
export interface Resignation {
  type: 'resign';
  ends?: true;
}

export type Resigned =
  | { kind: 'goes_on'; state: unknown; events: GameEvent[] }
  | { kind: 'over'; outcome: Outcome }
  | { kind: 'refused'; reason: string };

/** Resigns a seat. The game continues without it if it can; otherwise all remaining seats win. */
export function resign(
  game: AnyGame,
  given: { state: unknown; seats: readonly Seat[]; seat: Seat; ends: boolean },
  rng: Rng,
): Resigned {
  const { state, seats, seat, ends } = given;
  const departed = game.leaving?.departedSeats(state) ?? [];
  if (!ends && departed.includes(seat)) return { kind: 'refused', reason: 'You have given up already.' };
  const left = ends ? null : game.leaving?.leave(state, seat, rng);
  if (left) return { kind: 'goes_on', ...left };
  return { kind: 'over', outcome: forfeit(seats, [...departed, seat], 'resigned') };
}

/** Whether a recorded input is a resignation. */
export function isResignation(move: unknown): move is Resignation {
  return typeof move === 'object' && move !== null && 'type' in move && move.type === 'resign';
}
