import type { BoardPicture } from '../define-board';
import { MancalaDrawing } from './board';
import boardClasses from './board.module.css';
import type { MancalaView } from './view';

export const mancalaPicture: BoardPicture<MancalaView> = {
  draw: (view, live) => <MancalaDrawing view={view} flipped={false} live={live} mini={false} />,
  styles: { 'mancala/board.module.css': boardClasses },
};
