import type { AnyGame, Judgement, Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { type RecordedInput, resimulate } from '@/lib/games/simulate';
import { findDifference } from './difference';
import type { MatchRecord } from './record';
import { type Grade, gradeOf, STANDARDS, type Standard } from './standards';

/** What the judge says of the position after one move, and of the move. */
export interface JudgedPly {
  ply: number;
  /** From 1, the first seat wins, to -1. */
  advantage: number;
  exact: boolean;
  /** `+1.3`, `drawn with best play`. */
  words: string;
  /** Null before the first move. */
  move: JudgedMove | null;
}

export interface JudgedMove {
  seat: Seat;
  notation: string;
  grade: Grade | null;
  /** What would have kept the advantage, as players write it, and how the game would have stood. */
  better: { notation: string; words: string } | null;
}

/** How a player kept what it had. */
export interface PlayerSummary {
  seat: Seat;
  /** Moves among which there was a choice. */
  judged: number;
  /** Of these, the ones that the judge would have made as well, or that cost nothing. */
  kept: number;
  slips: number;
  mistakes: number;
  blunders: number;
  /** 0 to 100; null when there was never a choice. */
  accuracy: number | null;
}

export interface Analysis {
  plies: JudgedPly[];
  players: PlayerSummary[];
  /** The move after which the winner's advantage never was in doubt; null on a draw. */
  decisivePly: number | null;
  /** Every position was known to the end of the game. */
  exact: boolean;
  honesty: string;
}

/** From how much advantage on a game counts as decided. */
const DECIDED = 0.6;

/** Whether a game can be analysed: an engine can judge it and two sides take turns. */
export function canAnalyse(game: AnyGame): boolean {
  return game.judge !== undefined && game.id in STANDARDS;
}

interface Judged {
  state: unknown;
  judgement: Judgement;
}

/**
 * Judges a finished match position by position; each `next` is one judgement, and yields how many are done. The caller
 * stops whenever it likes.
 * @throws Error when the game cannot be judged or the record is no game of it
 */
export function* analyse(record: MatchRecord): Generator<{ done: number; of: number }, Analysis> {
  const game = gameById(record.gameId);
  const standard = STANDARDS[record.gameId];
  if (!game?.judge || !standard) throw new Error('Nobody can judge this game.');
  const moves = record.inputs.filter(isMove);
  const { steps } = resimulate({ ...record, inputs: moves });
  const judged: Judged[] = [];
  for (const { state } of steps) {
    judged.push({ state, judgement: game.judge(state, standard.nodes) });
    yield { done: judged.length, of: steps.length };
  }
  const graded = moves.map(({ seat, move }, index) => {
    const notation = notationOf(steps[index + 1]?.events ?? []) ?? String(move);
    return gradeMove(game, standard, judged[index] as Judged, judged[index + 1] as Judged, seat, notation);
  });
  const plies = judged.map(({ judgement: { advantage, exact, words } }, ply) => ({
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
    honesty: standard.honesty,
  };
}

type PlayedMove = RecordedInput & { seat: Seat };

/** Giving up and running out of time are no moves. */
function isMove(input: RecordedInput): input is PlayedMove {
  const { seat, move } = input;
  const isResignation = typeof move === 'object' && move !== null && 'type' in move && move.type === 'resign';
  return seat !== null && !isResignation;
}

interface GradedMove {
  move: JudgedMove;
  /** Whether there was more than one move. */
  hadChoice: boolean;
  /** Of the advantage, 0 to 2. */
  loss: number;
}

function gradeMove(
  game: AnyGame,
  standard: Standard,
  before: Judged,
  after: Judged,
  seat: Seat,
  notation: string,
): GradedMove {
  const hadChoice = game.legalMoves(before.state, seat).length > 1;
  const kept = { move: { seat, notation, grade: null, better: null }, hadChoice, loss: 0 };
  const sign = seat === 0 ? 1 : -1;
  const alternatives = before.judgement.best.flatMap((move) => play(game, before.state, seat, move));
  const isBest = alternatives.some(({ state }) => findDifference(state, after.state) === null);
  const suspected = sign * (before.judgement.advantage - after.judgement.advantage);
  const best = alternatives[0];
  if (!hadChoice || isBest || !best || gradeOf(standard, suspected) === null) {
    return { ...kept, loss: isBest || !hadChoice ? 0 : Math.max(0, suspected) };
  }
  // The judge has now looked one move further than it had: the better move is looked at as far before anybody is blamed.
  const instead = (game.judge as NonNullable<AnyGame['judge']>)(best.state, standard.nodes);
  const loss = Math.max(0, sign * (instead.advantage - after.judgement.advantage));
  const grade = gradeOf(standard, loss);
  if (grade === null) return { ...kept, loss };
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

/** The curve that lichess fitted: how much of its play a move that loses so much of the winning chances has kept. */
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
    judged: own.length,
    kept: count(null),
    slips: count('slip'),
    mistakes: count('mistake'),
    blunders: count('blunder'),
    accuracy: own.length === 0 ? null : Math.round(sum / own.length),
  };
}

/** The move after which the advantage was the winner's for good. */
function decisivePly({ outcome }: MatchRecord, plies: readonly JudgedPly[]): number | null {
  if (!outcome || outcome.winner === null) return null;
  const sign = outcome.winner === 0 ? 1 : -1;
  const lastDoubt = plies.findLastIndex(({ advantage }) => sign * advantage < DECIDED);
  return lastDoubt === plies.length - 1 ? null : lastDoubt + 1;
}
