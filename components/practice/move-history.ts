import type { Seat, Strength } from '@/lib/core/game';
import type { PracticeMove, PracticePosition } from '@/lib/games/practice';

/** A position of an unrated board and the move that led to it; null for the first position. */
export interface Step {
  /** Moves since the first position. */
  number: number;
  position: PracticePosition;
  move: { notation: string; seat: Seat } | null;
}

/** The moves that were played, and the index of the step that is shown. Never empty. */
export interface MoveHistory {
  steps: readonly Step[];
  at: number;
}

/** A house bot against the seat of a person; null when the person plays all seats. */
export type Opponent = { strength: Strength; human: Seat } | null;

/** A new history from a position. */
export function startHistory(position: PracticePosition): MoveHistory {
  return { steps: [{ number: 0, position, move: null }], at: 0 };
}

export function currentStep({ steps, at }: MoveHistory): Step {
  return steps[at] as Step;
}

/** Adds a move after the step that is shown; the later steps are dropped. */
export function appendMove({ steps, at }: MoveHistory, { position, notation, seat }: PracticeMove): MoveHistory {
  const kept = steps.slice(0, at + 1);
  return { steps: [...kept, { number: kept.length, position, move: { notation, seat } }], at: kept.length };
}

/** Shows another step; an index outside the history is clamped. */
export function goToStep(history: MoveHistory, at: number): MoveHistory {
  return { ...history, at: Math.max(0, Math.min(at, history.steps.length - 1)) };
}

/** Drops the last move; against a bot also the bot's answer, so that it is the person's turn again. */
export function undoMove(history: MoveHistory, opponent: Opponent): MoveHistory {
  const isOwnTurn = (at: number) => !opponent || history.steps[at]?.position.seat === opponent.human;
  let at = history.at - 1;
  while (at > 0 && !isOwnTurn(at)) at--;
  return at < 0 ? history : { steps: history.steps.slice(0, at + 1), at };
}

/** Whether the bot moves next: it is the bot's turn, and the last step is shown. */
export function isBotToMove(history: MoveHistory, opponent: Opponent): boolean {
  const { seat } = currentStep(history).position;
  return opponent !== null && seat !== null && seat !== opponent.human && history.at === history.steps.length - 1;
}
