import { defineBoard } from '../define-board';
import { SeaBattleBoard, SeaBattleDrawing } from './board';
import boardClasses from './board.module.css';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { seaBattleView } from './view';

export const seaBattle = defineBoard({
  view: seaBattleView,
  Board: SeaBattleBoard,
  picture: {
    draw: (view, live) => <SeaBattleDrawing view={view} flipped={false} live={live} mini />,
    styles: { 'sea_battle/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  endReasons: { fleet_sunk: 'by sinking the fleet' },
  isTall: true,
  isTwoSided: true,
});
