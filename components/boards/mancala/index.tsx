import { defineBoard } from '../define-board';
import { MancalaBoard, MancalaDrawing } from './board';
import boardClasses from './board.module.css';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { mancalaView } from './view';

export const mancala = defineBoard({
  view: mancalaView,
  Board: MancalaBoard,
  picture: {
    draw: (view, live) => <MancalaDrawing view={view} flipped={false} live={live} mini={false} />,
    styles: { 'mancala/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  endReasons: { more_seeds: 'with more seeds' },
});
