import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { fourInARowView } from './view';

export const fourInARow = defineBoard({
  view: fourInARowView,
  sideColors: ['var(--disc-red)', 'var(--disc-yellow)'],
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  // The column of a record names the colour: `R 5`.
  writeMove: (notation) => notation.replace(/^./, 'column'),
  endReasons: { four: 'with four in a row' },
});
