import type { BoardPicture } from '../define-board';
import boardClasses from './board.module.css';
import { WerewolfDrawing } from './drawing';
import type { WerewolfView } from './view';

export const werewolfPicture: BoardPicture<WerewolfView> = {
  draw: (view, live, mini = false) => <WerewolfDrawing view={view} live={live} mini={mini} />,
  styles: { 'werewolf/board.module.css': boardClasses },
};
