import type { BoardPicture } from '../define-board';
import { MancalaDrawing } from './board';
import boardClasses from './board.module.css';
import type { MancalaView } from './view';

export const mancalaPicture: BoardPicture<MancalaView> = {
  draw: (view, live, mini = false) => <MancalaDrawing view={view} flipped={false} live={live} mini={mini} />,
  styles: { 'mancala/board.module.css': boardClasses },
};
