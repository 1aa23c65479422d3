import type { BoardPicture } from '../define-board';
import { SeaBattleDrawing } from './board';
import boardClasses from './board.module.css';
import type { SeaBattleView } from './view';

export const seaBattlePicture: BoardPicture<SeaBattleView> = {
  draw: (view, live) => <SeaBattleDrawing view={view} flipped={false} live={live} mini />,
  styles: { 'sea_battle/board.module.css': boardClasses },
};
