import type { Judgement, Seat } from '@/lib/core/game';
import { isDecisive, pliesToWin, type RatedMove, type SearchResult } from './search';

export interface JudgedSearch<Move> {
  /** The seat to move. */
  seat: Seat;
  names: readonly [string, string];
  /** Search score of one point in the text. */
  point: number;
  /** The search score that gives an advantage of 0.5. */
  slope: number;
  /** The result of a search with a margin, or of the game. */
  found: SearchResult | 'draw' | { winner: Seat };
  /** A move of the search as the game writes it. */
  toMove: (move: number) => Move;
  /** Whether the rules accept a proved win in `plies` plies. Absent: always. */
  isWinInTime?: (plies: number) => boolean;
}

/** Converts a search result of a two-seat game into a judgement from the first seat's side. */
export function toJudgement<Move>(asked: JudgedSearch<Move>): Judgement<Move> {
  const { seat, names, point, slope, found, toMove, isWinInTime = () => true } = asked;
  if (found === 'draw') return { advantage: 0, exact: true, best: [], words: 'drawn' };
  if ('winner' in found) {
    const advantage = found.winner === 0 ? 1 : -1;
    return { advantage, exact: true, best: [], words: `${names[found.winner === 0 ? 0 : 1]} has won` };
  }
  const score = found.moves[0]?.score ?? 0;
  const fromFirst = seat === 0 ? score : -score;
  const kept = found.moves.filter((option) => keepsAdvantage(option, found.value));
  const best = kept.map(({ move }) => toMove(move));
  if (found.value === null) {
    const advantage = fromFirst / (Math.abs(fromFirst) + slope);
    return { advantage, exact: false, best, words: points(fromFirst, point) };
  }
  if (found.value === 0) return { advantage: 0, exact: true, best, words: 'drawn with best play' };
  const winner = found.value === 1 ? seat : 1 - seat;
  const plies = isDecisive(score) ? pliesToWin(score) : null;
  const soon = plies === null ? '' : ` in ${Math.ceil(plies / 2)}`;
  return {
    advantage: winner === 0 ? 1 : -1,
    exact: plies === null || isWinInTime(plies),
    best,
    words: `${names[winner === 0 ? 0 : 1]} wins${soon}`,
  };
}

/** Whether a move keeps the advantage of the best one: the same result when it is proved, else a similar score. */
function keepsAdvantage({ score }: RatedMove, value: SearchResult['value']): boolean {
  if (score === Number.NEGATIVE_INFINITY) return false;
  return value === null || !isDecisive(score) || Math.sign(score) === value;
}

/** `+1.3`, `-0.4`, `level`: in points from the first seat's side. */
function points(score: number, point: number): string {
  const tenths = Math.round((10 * score) / point);
  if (tenths === 0) return 'level';
  return `${tenths > 0 ? '+' : '-'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}
