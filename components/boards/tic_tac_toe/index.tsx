import { defineBoard } from '../define-board';
import { TicTacToeBoard, TicTacToeDrawing } from './board';
import boardClasses from './board.module.css';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { ticTacToeView } from './view';

export const ticTacToe = defineBoard({
  view: ticTacToeView,
  Board: TicTacToeBoard,
  picture: {
    draw: (view, live) => <TicTacToeDrawing view={view} live={live} mini />,
    styles: { 'tic_tac_toe/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { line: 'with three in a row' },
});
