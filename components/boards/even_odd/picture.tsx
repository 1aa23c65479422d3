import type { BoardPicture } from '../define-board';
import { EvenOddDrawing } from './board';
import boardClasses from './board.module.css';
import type { EvenOddView } from './view';

export const evenOddPicture: BoardPicture<EvenOddView> = {
  draw: (view, live, mini = false) => <EvenOddDrawing view={view} live={live} mini={mini} hand={[]} />,
  styles: { 'even_odd/board.module.css': boardClasses },
};
