import { defineBoard } from '../define-board';
import { EvenOddBoard, EvenOddDrawing } from './board';
import boardClasses from './board.module.css';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { evenOddView } from './view';

export const evenOdd = defineBoard({
  view: evenOddView,
  Board: EvenOddBoard,
  picture: {
    draw: (view, live) => <EvenOddDrawing view={view} live={live} mini={false} hand={[]} />,
    styles: { 'even_odd/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { rounds: 'on rounds' },
});
