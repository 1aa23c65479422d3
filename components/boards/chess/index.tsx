import { defineBoard } from '../define-board';
import squaresClasses from '../squares.module.css';
import { ChessBoard } from './board';
import boardClasses from './board.module.css';
import { ChessDrawing } from './drawing';
import { nameMoves } from './move-names';
import { loadOpenings } from './openings';
import { piecesOf } from './position';
import { describeKeyMoment, describePlayer, describePosition, describeStanding } from './text';
import { chessView } from './view';

export const chess = defineBoard({
  view: chessView,
  Board: ChessBoard,
  picture: {
    draw: (view, live) => (
      <ChessDrawing view={view} pieces={piecesOf(view.fen)} flipped={false} live={live} mini={false} />
    ),
    styles: { 'squares.module.css': squaresClasses, 'chess/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  describePlayer,
  hasPremoves: true,
  nameMoves,
  loadOpenings,
  endReasons: { checkmate: 'by checkmate' },
});
