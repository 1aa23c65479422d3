import type { BoardPicture } from '../define-board';
import squaresClasses from '../squares.module.css';
import boardClasses from './board.module.css';
import { CheckersDrawing } from './drawing';
import type { CheckersView } from './view';

export const checkersPicture: BoardPicture<CheckersView> = {
  draw: (view, live, mini = false) => <CheckersDrawing view={view} flipped={false} live={live} mini={mini} />,
  styles: { 'squares.module.css': squaresClasses, 'checkers/board.module.css': boardClasses },
};
