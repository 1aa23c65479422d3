import type { AnyGame, GameEvent, Outcome, Seat } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { forfeit } from './forfeit';

/** Giving up as it is recorded. `ends`: for everybody, also where the game could go on. */
export interface Resignation {
  type: 'resign';
  ends?: true;
}

export type Resigned =
  | { kind: 'goes_on'; state: unknown; events: GameEvent[] }
  | { kind: 'over'; outcome: Outcome }
  | { kind: 'refused'; reason: string };

/** What becomes of a game when a seat gives up: it goes on without it where it can, else everybody who stayed wins. */
export function resign(
  game: AnyGame,
  given: { state: unknown; seats: readonly Seat[]; seat: Seat; ends: boolean },
  rng: Rng,
): Resigned {
  const { state, seats, seat, ends } = given;
  const gone = game.leaving?.gone(state) ?? [];
  if (!ends && gone.includes(seat)) return { kind: 'refused', reason: 'You have given up already.' };
  const left = ends ? null : game.leaving?.leave(state, seat, rng);
  if (left) return { kind: 'goes_on', ...left };
  return { kind: 'over', outcome: forfeit(seats, [...gone, seat], 'resigned') };
}

/** Whether a recorded input is somebody's giving up. */
export function isResignation(move: unknown): move is Resignation {
  return typeof move === 'object' && move !== null && 'type' in move && move.type === 'resign';
}
