import { defineBoard } from '../define-board';
import { nameMoves } from './move-names';
import { openings } from './openings';
import { describeKeyMoment, describePlayer, describePosition, describeStanding } from './text';
import { chessView } from './view';

export const chess = defineBoard({
  view: chessView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  describePlayer,
  hasPremoves: true,
  nameMoves,
  openings,
  endReasons: { checkmate: 'by checkmate' },
});
