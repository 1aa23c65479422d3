import { defineCommentary, moveIn, type PublicStep, remarkOn } from '@/lib/games/commentary/occasion';
import { CELLS } from './grid';
import { scoreOf } from './solve';
import type { TicTacToeView } from './view';

export const ticTacToeCommentary = defineCommentary({
  wins: { line: 'with three in a row' },
  occasions: {
    middle: {
      openings: [
        '{me} takes the middle.',
        'The middle goes to {me}.',
        '{me} puts the mark on B2.',
        'B2 for {me}.',
        '{me} holds the cell with the most lines.',
      ],
      endings: ['With best play it is {verdict}.', '{free} are free.', '{you} is to move.'],
    },
    winning: {
      openings: [
        '{me} takes {cell} and has a won position.',
        '{cell}: {me} can force the win now.',
        'The solved game says: {me} wins after {cell}.',
        '{you} has left the drawn path, {me} takes {cell}.',
        '{me} on {cell}, and best play wins.',
      ],
      endings: ['{free} are free.', '{you} is to move.', 'It is mark {mark}.'],
    },
    losing: {
      openings: [
        '{me} takes {cell}, which gives {you} a won position.',
        'After {cell} the solved game is won for {you}.',
        '{cell} by {me} leaves the drawn path.',
        '{you} can force the win after {cell}.',
        '{me} plays {cell}; with best play {you} wins.',
      ],
      endings: ['{free} are free.', '{you} is to move.', 'It is mark {mark}.'],
    },
    level: {
      openings: [
        '{me} takes {cell}.',
        '{cell} for {me}.',
        'A mark of {me} on {cell}.',
        '{me} answers with {cell}.',
        '{me} goes to {cell}.',
      ],
      endings: ['With best play it is {verdict}.', '{free} are free.', '{you} is to move.'],
    },
  },
  remark(step: PublicStep<TicTacToeView>) {
    const { board, last_move: cell } = step.view;
    const move = moveIn(step);
    if (!move || !cell) return null;
    const grid = board.join('');
    const free = CELLS.filter((_, at) => grid[at] === '.').length;
    // The score is for the other side, which is to move.
    const score = -scoreOf(grid);
    const verdict = score === 0 ? 'a draw' : score > 0 ? 'a win for {me}' : 'a win for {you}';
    const words = { cell, free: free === 1 ? 'One cell' : `${free} cells`, mark: 9 - free, verdict };
    if (score > 0) return remarkOn('winning', move.seat, words);
    if (score < 0) return remarkOn('losing', move.seat, words);
    return remarkOn(cell === 'B2' ? 'middle' : 'level', move.seat, words);
  },
});
