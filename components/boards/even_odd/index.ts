import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { evenOddView } from './view';

export const evenOdd = defineBoard({
  view: evenOddView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { rounds: 'with more rounds' },
});
