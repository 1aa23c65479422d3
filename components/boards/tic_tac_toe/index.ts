import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { ticTacToeView } from './view';

export const ticTacToe = defineBoard({
  view: ticTacToeView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  // The column of a record names the mark: `X A3`.
  writeMove: (notation) => notation.slice(2),
  endReasons: { line: 'with three in a row' },
});
