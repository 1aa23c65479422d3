import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { ticTacToeView } from './view';

export const ticTacToe = defineBoard({
  view: ticTacToeView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { line: 'with three in a row' },
});
