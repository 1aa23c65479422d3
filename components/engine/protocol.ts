import type { Strength } from '@/lib/core/game';
import type { PracticeMove, PracticeOpinion, PracticePosition, PracticeResult } from '@/lib/games/practice';
import type { Analysis } from '@/lib/games/review/analysis';
import type { Check, ShownPosition } from '@/lib/games/review/check';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import type { LineMove } from '@/lib/games/review/judged-line';

/** The requests that the page can send to the rules in the worker, with input and output. */
export interface EngineCalls {
  /** Replays a finished match and compares it with the record and the positions that the page showed. */
  check: { input: { recordUrl: string; positions: ShownPosition[] }; output: Check[] };
  /** Judges each position of a finished match, and reports progress. */
  analyse: { input: { recordUrl: string }; output: Analysis };
  /** Judges one position of a match that may still run, by its moves. */
  judgePly: { input: { gameId: string; moves: readonly LineMove[] }; output: PlyAnalysis };
  open: { input: { gameId: string; state: string | null }; output: PracticeResult<PracticePosition> };
  play: { input: { gameId: string; state: string; move: unknown }; output: PracticeResult<PracticeMove> };
  /** Plays a move of a house bot; `seed` is hex. */
  playBot: {
    input: { gameId: string; state: string; strength: Strength; seed: string };
    output: PracticeResult<PracticeMove>;
  };
  judge: { input: { gameId: string; state: string }; output: PracticeResult<PracticeOpinion> };
}

export type EngineCall = keyof EngineCalls;

/** A request as it is posted to the worker. */
export type EngineRequest = {
  [Kind in EngineCall]: { id: number; kind: Kind; input: EngineCalls[Kind]['input'] };
}[EngineCall];

export interface EngineProgress {
  done: number;
  of: number;
}

/** A message from the worker, with the id of the request. */
export type EngineMessage =
  | { id: number; type: 'progress'; progress: EngineProgress }
  | { id: number; type: 'result'; output: EngineCalls[EngineCall]['output'] }
  | { id: number; type: 'failure'; message: string };
