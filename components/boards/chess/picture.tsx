import type { BoardPicture } from '../define-board';
import squaresClasses from '../squares.module.css';
import boardClasses from './board.module.css';
import { ChessDrawing } from './drawing';
import { piecesOf } from './position';
import type { ChessView } from './view';

export const chessPicture: BoardPicture<ChessView> = {
  draw: (view, live, mini = false) => (
    <ChessDrawing view={view} pieces={piecesOf(view.fen)} flipped={false} live={live} mini={mini} />
  ),
  styles: { 'squares.module.css': squaresClasses, 'chess/board.module.css': boardClasses },
};
