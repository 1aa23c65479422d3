import { defineBoard } from '../define-board';
import squaresClasses from '../squares.module.css';
import { CheckersBoard } from './board';
import boardClasses from './board.module.css';
import { CheckersDrawing } from './drawing';
import { eventSentences, nameMoves, writeMove } from './move-names';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { checkersView } from './view';

export const checkers = defineBoard({
  view: checkersView,
  Board: CheckersBoard,
  picture: {
    draw: (view, live) => <CheckersDrawing view={view} flipped={false} live={live} mini={false} />,
    styles: { 'squares.module.css': squaresClasses, 'checkers/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  hasPremoves: true,
  nameMoves,
  writeMove,
  eventSentences,
  endReasons: { no_pieces: 'by taking every piece', no_moves: 'by leaving no move' },
});
