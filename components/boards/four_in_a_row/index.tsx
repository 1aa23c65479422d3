import { defineBoard } from '../define-board';
import { FourInARowBoard, FourInARowDrawing } from './board';
import boardClasses from './board.module.css';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { fourInARowView } from './view';

export const fourInARow = defineBoard({
  view: fourInARowView,
  Board: FourInARowBoard,
  picture: {
    draw: (view, live) => <FourInARowDrawing view={view} flipped={false} live={live} mini={false} />,
    styles: { 'four_in_a_row/board.module.css': boardClasses },
  },
  sideColors: ['var(--disc-red)', 'var(--disc-yellow)'],
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { four: 'with four in a row' },
});
