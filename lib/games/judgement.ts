import type { Judgement, Seat } from '@/lib/core/game';
import { isDecisive, pliesToWin, type RatedMove, type SearchResult } from './search';

export interface JudgedSearch<Move> {
  /** The seat to move. */
  seat: Seat;
  names: readonly [string, string];
  /** What one point of the words is in scores of the search. */
  point: number;
  /** The score at which a side is half sure to win. */
  slope: number;
  /** What was searched with a margin, or how the game has ended. */
  found: SearchResult | 'draw' | { winner: Seat };
  /** A move of the search as the game writes it. */
  toMove: (move: number) => Move;
  /** Whether a proved win within so many plies is one by the rules too; absent: always. */
  holds?: (plies: number) => boolean;
}

/** What a search of a two-sided game says, from the first seat's side. */
export function toJudgement<Move>(asked: JudgedSearch<Move>): Judgement<Move> {
  const { seat, names, point, slope, found, toMove, holds = () => true } = asked;
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
    exact: plies === null || holds(plies),
    best,
    words: `${names[winner === 0 ? 0 : 1]} wins${soon}`,
  };
}

/** Whether a move keeps what the best one has: the same result where that is known, else about the same worth. */
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
