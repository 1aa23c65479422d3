import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences, nameMoves, writeMove } from './text';
import { checkersView } from './view';

export const checkers = defineBoard({
  view: checkersView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  hasPremoves: true,
  nameMoves,
  writeMove,
  eventSentences,
  endReasons: { no_pieces: 'by taking every piece', no_moves: 'by leaving no move' },
});
