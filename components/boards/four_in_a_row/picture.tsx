import type { BoardPicture } from '../define-board';
import { FourInARowDrawing } from './board';
import boardClasses from './board.module.css';
import type { FourInARowView } from './view';

export const fourInARowPicture: BoardPicture<FourInARowView> = {
  draw: (view, live, mini = false) => <FourInARowDrawing view={view} flipped={false} live={live} mini={mini} />,
  styles: { 'four_in_a_row/board.module.css': boardClasses },
};
