import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { blackjackView } from './view';

export const blackjack = defineBoard({
  view: blackjackView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { broke: 'with no chips left', chips: 'with the most chips' },
});
