import type { AnyGame, Seat } from '@/lib/core/game';
import { gameById } from '@/lib/games';
import { isDrawInput } from '@/lib/games/draw-offers';
import { isResignation } from '@/lib/games/resign';
import { type RecordedInput, resimulate } from '@/lib/games/simulate';
import {
  type GradedMove,
  gradeMove,
  type JudgedGame,
  type JudgedState,
  judgeState,
  notationOf,
  type PlyAnalysis,
  toPlyAnalysis,
} from './grade-move';
import type { MatchRecord } from './record';
import { type Grade, STANDARDS } from './standards';
import { DECISIVE_ADVANTAGE } from './verdict';

/** The accuracy of one player. */
export interface PlayerSummary {
  seat: Seat;
  /** Number of moves with more than one legal alternative. */
  analysedMoves: number;
  /** Of these, the moves without a grade. */
  faultless: number;
  slips: number;
  mistakes: number;
  blunders: number;
  /** 0 to 100; null when the player never had a choice. */
  accuracy: number | null;
}

export interface Analysis {
  plies: PlyAnalysis[];
  players: PlayerSummary[];
  /** The ply from which the winner kept a decisive advantage to the end; null on a draw. */
  decisivePly: number | null;
  /** Whether every position was solved to the end of the game. */
  exact: boolean;
  disclaimer: string;
}

/** Whether a game can be analysed: it has a judge and an analysis standard. */
export function canAnalyse(game: AnyGame): boolean {
  return judgedGame(game.id) !== null;
}

/** A game with its judge and its standard; null without one of them. */
export function judgedGame(gameId: string): JudgedGame | null {
  const game = gameById(gameId);
  const standard = STANDARDS[gameId];
  return game?.judge && standard ? { game: { ...game, judge: game.judge }, standard } : null;
}

/**
 * Judges a finished match, one position for each `next`, and yields the progress; the caller can stop at any time.
 * @throws Error when the game has no judge or the record breaks its rules
 */
export function* analyse(record: MatchRecord): Generator<{ done: number; of: number }, Analysis> {
  const judged = judgedGame(record.gameId);
  if (!judged) throw new Error('This game has no judge.');
  const moves = record.inputs.filter(isMove);
  const { steps } = resimulate({ ...record, inputs: moves });
  const judgedStates: JudgedState[] = [];
  for (const { state } of steps) {
    judgedStates.push(judgeState(judged, state));
    yield { done: judgedStates.length, of: steps.length };
  }
  const graded = moves.map(({ seat, move }, index) => {
    const notation = notationOf(steps[index + 1]?.events ?? []) ?? String(move);
    const [before, after] = [judgedStates[index] as JudgedState, judgedStates[index + 1] as JudgedState];
    return gradeMove(judged, { before, after, seat, notation });
  });
  const plies = judgedStates.map((state, ply) => toPlyAnalysis(ply, state, graded[ply - 1]?.move ?? null));
  return {
    plies,
    players: Array.from({ length: record.seats }, (_, seat) => summarize(seat, graded)),
    decisivePly: decisivePly(record, plies),
    exact: plies.every((ply) => ply.exact),
    disclaimer: judged.standard.disclaimer,
  };
}

type PlayedMove = RecordedInput & { seat: Seat };

/** Whether an input is a move, not a resignation, an action about a draw or a timeout. */
function isMove(input: RecordedInput): input is PlayedMove {
  const { seat, move } = input;
  return seat !== null && !isResignation(move) && !isDrawInput(move);
}

/** Accuracy of a move in percent, by the curve that lichess fitted to the loss of winning chances. */
function accuracyOf(loss: number): number {
  const percent = 50 * loss;
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * percent) - 3.1669));
}

function summarize(seat: Seat, graded: readonly GradedMove[]): PlayerSummary {
  const own = graded.filter(({ move, hadChoice }) => move.seat === seat && hadChoice);
  const count = (grade: Grade | null) => own.filter(({ move }) => move.grade === grade).length;
  const sum = own.reduce((total, { loss }) => total + accuracyOf(loss), 0);
  return {
    seat,
    analysedMoves: own.length,
    faultless: count(null),
    slips: count('slip'),
    mistakes: count('mistake'),
    blunders: count('blunder'),
    accuracy: own.length === 0 ? null : Math.round(sum / own.length),
  };
}

/** The ply from which the winner kept a decisive advantage to the end. */
function decisivePly({ outcome }: MatchRecord, plies: readonly PlyAnalysis[]): number | null {
  if (!outcome || outcome.winner === null) return null;
  const sign = outcome.winner === 0 ? 1 : -1;
  const lastDoubt = plies.findLastIndex(({ advantage }) => sign * advantage < DECISIVE_ADVANTAGE);
  return lastDoubt === plies.length - 1 ? null : lastDoubt + 1;
}
