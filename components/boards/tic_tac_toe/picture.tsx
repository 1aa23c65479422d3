import type { BoardPicture } from '../define-board';
import { TicTacToeDrawing } from './board';
import boardClasses from './board.module.css';
import type { TicTacToeView } from './view';

export const ticTacToePicture: BoardPicture<TicTacToeView> = {
  draw: (view, live) => <TicTacToeDrawing view={view} live={live} mini />,
  styles: { 'tic_tac_toe/board.module.css': boardClasses },
};
