import { freeCells, markToMove, place, winnerOf } from './grid';

const scores = new Map<string, number>();

/** Exact score of a grid for the mark to move: 0 is a draw, 10 less the plies to come a win, below 0 a loss. */
export function scoreOf(grid: string): number {
  const score = scores.get(grid);
  if (score !== undefined) return score;
  const mark = markToMove(grid);
  const winner = winnerOf(grid);
  const best =
    winner === null
      ? Math.max(...freeCells(grid).map((cell) => -discount(scoreOf(place(grid, cell, mark)))))
      : winner === 'draw'
        ? 0
        : -10;
  scores.set(grid, best);
  return best;
}

/** Moves a score one ply towards 0: a later win counts a little less, a later loss hurts a little less. */
export function discount(score: number): number {
  return score - Math.sign(score);
}

const trapScores = new Map<string, number>();

/**
 * The chance to win, from -1 to 1, of the mark that has just moved, against random replies. It orders cells with equal
 * exact scores.
 */
export function trapScoreOf(grid: string): number {
  const score = trapScores.get(grid);
  if (score !== undefined) return score;
  const winner = winnerOf(grid);
  const mover = markToMove(grid);
  const replies = freeCells(grid).map((cell) => place(grid, cell, mover));
  const value =
    winner !== null
      ? Number(winner !== 'draw')
      : replies.reduce((sum, reply) => sum + bestAnswerScore(reply), 0) / replies.length;
  trapScores.set(grid, value);
  return value;
}

/** The best trap score of the mark that answers; -1 where it has lost. */
function bestAnswerScore(grid: string): number {
  const winner = winnerOf(grid);
  if (winner !== null) return winner === 'draw' ? 0 : -1;
  const mark = markToMove(grid);
  return Math.max(...freeCells(grid).map((cell) => trapScoreOf(place(grid, cell, mark))));
}
