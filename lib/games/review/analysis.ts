import type { AnyGame, Judgement, Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { type RecordedInput, resimulate } from '@/lib/games/simulate';
import { findDifference } from './difference';
import type { MatchRecord } from './record';
import { type Grade, gradeOf, STANDARDS, type Standard } from './standards';

/** The judgement of the position after one move, and of the move. */
export interface PlyAnalysis {
  ply: number;
  /** From 1 (the first seat wins) to -1 (the second seat wins). */
  advantage: number;
  exact: boolean;
  /** `+1.3`, `drawn with best play`. */
  words: string;
  /** Null before the first move. */
  move: MoveAnalysis | null;
}

export interface MoveAnalysis {
  seat: Seat;
  notation: string;
  grade: Grade | null;
  /** The best move and the judgement after it; null when the played move has no grade. */
  better: { notation: string; words: string } | null;
}

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

/** Advantage from which a game counts as decided. */
const DECISIVE_ADVANTAGE = 0.6;

/** Whether a game can be analysed: it has a judge and an analysis standard. */
export function canAnalyse(game: AnyGame): boolean {
  return game.judge !== undefined && game.id in STANDARDS;
}

interface JudgedState {
  state: unknown;
  judgement: Judgement;
}

/**
 * Judges a finished match, one position for each `next`, and yields the progress; the caller can stop at any time.
 * @throws Error when the game has no judge or the record breaks its rules
 */
export function* analyse(record: MatchRecord): Generator<{ done: number; of: number }, Analysis> {
  const game = gameById(record.gameId);
  const standard = STANDARDS[record.gameId];
  if (!game?.judge || !standard) throw new Error('This game has no judge.');
  const moves = record.inputs.filter(isMove);
  const { steps } = resimulate({ ...record, inputs: moves });
  const judgedStates: JudgedState[] = [];
  for (const { state } of steps) {
    judgedStates.push({ state, judgement: game.judge(state, standard.nodes) });
    yield { done: judgedStates.length, of: steps.length };
  }
  const graded = moves.map(({ seat, move }, index) => {
    const notation = notationOf(steps[index + 1]?.events ?? []) ?? String(move);
    return gradeMove(
      game,
      standard,
      judgedStates[index] as JudgedState,
      judgedStates[index + 1] as JudgedState,
      seat,
      notation,
    );
  });
  const plies = judgedStates.map(({ judgement: { advantage, exact, words } }, ply) => ({
    ply,
    advantage,
    exact,
    words,
    move: graded[ply - 1]?.move ?? null,
  }));
  return {
    plies,
    players: Array.from({ length: record.seats }, (_, seat) => summarize(seat, graded)),
    decisivePly: decisivePly(record, plies),
    exact: plies.every((ply) => ply.exact),
    disclaimer: standard.disclaimer,
  };
}

type PlayedMove = RecordedInput & { seat: Seat };

/** Whether an input is a move, not a resignation or a timeout. */
function isMove(input: RecordedInput): input is PlayedMove {
  const { seat, move } = input;
  const isResignation = typeof move === 'object' && move !== null && 'type' in move && move.type === 'resign';
  return seat !== null && !isResignation;
}

interface GradedMove {
  move: MoveAnalysis;
  /** Whether more than one move was legal. */
  hadChoice: boolean;
  /** Loss of advantage, 0 to 2. */
  loss: number;
}

function gradeMove(
  game: AnyGame,
  standard: Standard,
  before: JudgedState,
  after: JudgedState,
  seat: Seat,
  notation: string,
): GradedMove {
  const hadChoice = game.legalMoves(before.state, seat).length > 1;
  const faultless = { move: { seat, notation, grade: null, better: null }, hadChoice, loss: 0 };
  const sign = seat === 0 ? 1 : -1;
  const alternatives = before.judgement.best.flatMap((move) => play(game, before.state, seat, move));
  const isBest = alternatives.some(({ state }) => findDifference(state, after.state) === null);
  const suspected = sign * (before.judgement.advantage - after.judgement.advantage);
  const best = alternatives[0];
  if (!hadChoice || isBest || !best || gradeOf(standard, suspected) === null) {
    return { ...faultless, loss: isBest || !hadChoice ? 0 : Math.max(0, suspected) };
  }
  // The position after the move was searched one ply deeper than the one before it, so search the better move as deep.
  const instead = (game.judge as NonNullable<AnyGame['judge']>)(best.state, standard.nodes);
  const loss = Math.max(0, sign * (instead.advantage - after.judgement.advantage));
  const grade = gradeOf(standard, loss);
  if (grade === null) return { ...faultless, loss };
  const better = { notation: best.notation, words: instead.words };
  return { move: { seat, notation, grade, better }, hadChoice, loss };
}

function notationOf(events: readonly { type: string; data: Record<string, unknown> }[]): string | null {
  const notation = events.find(({ type }) => type === 'move_played')?.data.notation;
  return typeof notation === 'string' ? notation : null;
}

function play(game: AnyGame, state: unknown, seat: Seat, move: unknown): { state: unknown; notation: string }[] {
  const applied = game.apply(state, seat, move, new Rng({ seed: '00', drawn: 0 }));
  return applied.ok ? [{ state: applied.state, notation: notationOf(applied.events) ?? String(move) }] : [];
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
