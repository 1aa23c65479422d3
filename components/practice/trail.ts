import type { Seat, Strength } from '@/lib/core/game';
import type { PracticeMove, PracticePosition } from '@/lib/games/practice';

/** A position of an unrated board and the move that led to it; null at the beginning. */
export interface Step {
  /** Moves since the beginning of the way. */
  number: number;
  position: PracticePosition;
  move: { notation: string; seat: Seat } | null;
}

/** The way that was played, and where on it one is. Never empty. */
export interface Trail {
  steps: readonly Step[];
  at: number;
}

/** Who plays the other side: a house bot against the seat that a person holds, or nobody. */
export type Opponent = { strength: Strength; human: Seat } | null;

/** A new way from a position. */
export function beginTrail(position: PracticePosition): Trail {
  return { steps: [{ number: 0, position, move: null }], at: 0 };
}

/** Where one is. */
export function stepAt({ steps, at }: Trail): Step {
  return steps[at] as Step;
}

/** One move further; what had been played from here before is given up. */
export function extend({ steps, at }: Trail, { position, notation, seat }: PracticeMove): Trail {
  const kept = steps.slice(0, at + 1);
  return { steps: [...kept, { number: kept.length, position, move: { notation, seat } }], at: kept.length };
}

/** To another place of the way. */
export function goTo(trail: Trail, at: number): Trail {
  return { ...trail, at: Math.max(0, Math.min(at, trail.steps.length - 1)) };
}

/** The last move taken back, and against the house its answer with it: afterwards it is the person's turn again. */
export function undo(trail: Trail, opponent: Opponent): Trail {
  const isOwnTurn = (at: number) => !opponent || trail.steps[at]?.position.seat === opponent.human;
  let at = trail.at - 1;
  while (at > 0 && !isOwnTurn(at)) at--;
  return at < 0 ? trail : { steps: trail.steps.slice(0, at + 1), at };
}

/** Whether the house is to move: at the end of the way, on its turn. */
export function isHouseToMove(trail: Trail, opponent: Opponent): boolean {
  const { seat } = stepAt(trail).position;
  return opponent !== null && seat !== null && seat !== opponent.human && trail.at === trail.steps.length - 1;
}
