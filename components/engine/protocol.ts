import type { Strength } from '@/lib/core/game';
import type { Practice, PracticeMove, PracticeOpinion, PracticePosition } from '@/lib/games/practice';
import type { Analysis } from '@/lib/games/review/analysis';
import type { Check, ShownPosition } from '@/lib/games/review/check';

/** Everything that the page may ask of the rules in its worker: what goes in, what comes out. */
export interface EngineCalls {
  /** Plays a finished match again and compares it with what was told and drawn. */
  check: { ask: { recordUrl: string; shown: ShownPosition[] }; answer: Check[] };
  /** Judges a finished match position by position, and tells how far it is. */
  analyse: { ask: { recordUrl: string }; answer: Analysis };
  open: { ask: { gameId: string; state: string | null }; answer: Practice<PracticePosition> };
  play: { ask: { gameId: string; state: string; move: unknown }; answer: Practice<PracticeMove> };
  /** A house bot moves; `seed` is hex. */
  house: { ask: { gameId: string; state: string; strength: Strength; seed: string }; answer: Practice<PracticeMove> };
  judge: { ask: { gameId: string; state: string }; answer: Practice<PracticeOpinion> };
}

export type EngineCall = keyof EngineCalls;

/** One question on its way to the worker. */
export type EngineQuestion = {
  [Kind in EngineCall]: { id: number; kind: Kind; ask: EngineCalls[Kind]['ask'] };
}[EngineCall];

export interface EngineProgress {
  done: number;
  of: number;
}

/** What comes back from the worker, under the question's id. */
export type EngineMessage =
  | { id: number; type: 'progress'; progress: EngineProgress }
  | { id: number; type: 'answer'; answer: EngineCalls[EngineCall]['answer'] }
  | { id: number; type: 'failure'; message: string };
