import { defineCommentary, moveIn, type PublicStep, remarkOn } from '@/lib/games/commentary/occasion';
import { CELLS } from './board';
import { completingColumns, discsIn, type FourView } from './position';

export const fourCommentary = defineCommentary({
  wins: { four: 'with four in a row' },
  occasions: {
    doubleThreat: {
      openings: [
        '{me} has two open lines of three after column {column}.',
        'Two columns complete a four for {me} now.',
        'Column {column}: {me} could win in two places.',
        '{you} can close one column, {me} has two.',
        'A double threat by {me}.',
      ],
      endings: ['{you} is to move.', '{left} cells are free.', 'It is disc {disc}.'],
    },
    threat: {
      openings: [
        '{me} has three in a line with a free end.',
        'Column {column}: one more disc makes four for {me}.',
        'A line of three for {me}.',
        '{me} threatens a four.',
        'Three of four for {me} after column {column}.',
      ],
      endings: ['{you} is to move.', '{left} cells are free.', 'It is disc {disc}.'],
    },
    missed: {
      openings: [
        '{me} plays column {column}, and the line of {you} stays open.',
        'The three of {you} still has a free end.',
        '{me} did not close the line of {you}.',
        '{you} has a line to complete.',
        'Column {column} from {me}; the open end of {you} is still there.',
      ],
      endings: ['{you} is to move.', 'It is disc {disc}.', '{left} cells are free.'],
    },
    middle: {
      openings: [
        '{me} takes the middle column.',
        'The middle for {me}, where most lines cross.',
        '{me} drops into column 4.',
        'Column 4 again: {me}.',
        'A disc of {me} in the middle, row {row}.',
      ],
      endings: ['{you} is to move.', '{left} cells are free.', 'It is disc {disc}.'],
    },
    low: {
      openings: [
        '{me} begins column {column}.',
        'The first disc in column {column} comes from {me}.',
        '{me} plays at the bottom of column {column}.',
        'A new column: {me} in {column}.',
        '{me} opens column {column}.',
      ],
      endings: ['{you} is to move.', '{left} cells are free.', 'It is disc {disc}.'],
    },
    high: {
      openings: [
        '{me} drops on row {row} of column {column}.',
        'Column {column} grows to {row}: {me}.',
        '{me} builds up column {column}.',
        'Row {row} for {me}.',
        '{me} answers in column {column}.',
      ],
      endings: ['{you} is to move.', '{left} cells are free.', 'It is disc {disc}.'],
    },
  },
  remark(step: PublicStep<FourView>) {
    const { view } = step;
    const move = moveIn(step);
    if (!move || !view.last_move) return null;
    const grid = view.board.join('');
    const { column, row } = view.last_move;
    const words = { column, row, disc: discsIn(grid), left: CELLS - discsIn(grid) };
    const [me, you] = move.seat === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const own = completingColumns(grid, me).length;
    const others = completingColumns(grid, you).length;
    // Who moves next wins by an open line, whatever threatens it.
    if (others > 0) return remarkOn('missed', move.seat, words);
    if (own > 1) return remarkOn('doubleThreat', move.seat, words);
    if (own === 1) return remarkOn('threat', move.seat, words);
    if (column === 4) return remarkOn('middle', move.seat, words);
    return remarkOn(row === 1 ? 'low' : 'high', move.seat, words);
  },
});
