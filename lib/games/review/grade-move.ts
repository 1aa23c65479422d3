import type { AnyGame, Judgement, Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { findDifference } from './difference';
import { type Grade, gradeOf, type Standard } from './standards';
import { clearLeader, type Verdict, verdictOf } from './verdict';

/** The judgement of the position after one move, and of the move. */
export interface PlyAnalysis {
  ply: number;
  /** From 1 (the first seat wins) to -1 (the second seat wins). */
  advantage: number;
  exact: boolean;
  /** `+1.3`, `drawn with best play`. */
  words: string;
  verdict: Verdict;
  /** Null before the first move. */
  move: MoveAnalysis | null;
}

export interface MoveAnalysis {
  seat: Seat;
  notation: string;
  grade: Grade | null;
  /** The best move and the judgement after it; null when the played move has no grade. */
  better: { move: unknown; notation: string; words: string } | null;
  /** A blunder after which another side is ahead than before, or neither. */
  turnedGame: boolean;
}

/** A position with its judgement. */
export interface JudgedState {
  state: unknown;
  judgement: Judgement;
}

export interface GradedMove {
  move: MoveAnalysis;
  /** Whether more than one move was legal. */
  hadChoice: boolean;
  /** Loss of advantage, 0 to 2. */
  loss: number;
}

/** A game with the functions that an analysis needs. */
export interface JudgedGame {
  game: AnyGame & { judge: NonNullable<AnyGame['judge']> };
  standard: Standard;
}

/** Judges a position with the search budget of its game. */
export function judgeState({ game, standard }: JudgedGame, state: unknown): JudgedState {
  return { state, judgement: game.judge(state, standard.nodes) };
}

/** The judgement of a position as pages show it. */
export function toPlyAnalysis(ply: number, { judgement }: JudgedState, move: MoveAnalysis | null): PlyAnalysis {
  const { advantage, exact, words } = judgement;
  return { ply, advantage, exact, words, verdict: verdictOf(judgement), move };
}

/** Grades a move by the judgements of the positions before and after it. Searches once more for a suspected fault. */
export function gradeMove(
  judged: JudgedGame,
  played: { before: JudgedState; after: JudgedState; seat: Seat; notation: string },
): GradedMove {
  const { game, standard } = judged;
  const { before, after, seat, notation } = played;
  const hadChoice = game.legalMoves(before.state, seat).length > 1;
  const faultless = { move: { seat, notation, grade: null, better: null, turnedGame: false }, hadChoice, loss: 0 };
  const sign = seat === 0 ? 1 : -1;
  const alternatives = before.judgement.best.flatMap((move) => play(game, before.state, seat, move));
  const isBest = alternatives.some(({ state }) => findDifference(state, after.state) === null);
  const suspected = sign * (before.judgement.advantage - after.judgement.advantage);
  const best = alternatives[0];
  if (!hadChoice || isBest || !best || gradeOf(standard, suspected) === null) {
    return { ...faultless, loss: isBest || !hadChoice ? 0 : Math.max(0, suspected) };
  }
  // The position after the move was searched one ply deeper than the one before it, so search the better move as deep.
  const instead = judgeState(judged, best.state).judgement;
  const loss = Math.max(0, sign * (instead.advantage - after.judgement.advantage));
  const grade = gradeOf(standard, loss);
  if (grade === null) return { ...faultless, loss };
  const better = { move: best.move, notation: best.notation, words: instead.words };
  const turnedGame = grade === 'blunder' && clearLeader(instead) !== clearLeader(after.judgement);
  return { move: { seat, notation, grade, better, turnedGame }, hadChoice, loss };
}

/** The notation in the events of a move. */
export function notationOf(events: readonly { type: string; data: Record<string, unknown> }[]): string | null {
  const notation = events.find(({ type }) => type === 'move_played')?.data.notation;
  return typeof notation === 'string' ? notation : null;
}

function play(
  game: AnyGame,
  state: unknown,
  seat: Seat,
  move: unknown,
): { move: unknown; state: unknown; notation: string }[] {
  const applied = game.apply(state, seat, move, new Rng({ seed: '00', drawn: 0 }));
  return applied.ok ? [{ move, state: applied.state, notation: notationOf(applied.events) ?? String(move) }] : [];
}
