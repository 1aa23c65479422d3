import { defineBoard } from '../define-board';
import { BlackjackBoard } from './board';
import boardClasses from './board.module.css';
import cardClasses from './playing-card.module.css';
import { BlackjackTable } from './table';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { blackjackView } from './view';

export const blackjack = defineBoard({
  view: blackjackView,
  Board: BlackjackBoard,
  picture: {
    draw: (view) => <BlackjackTable view={view} mini={false} isActing={false} turns={new Map()} id="arc" />,
    styles: { 'blackjack/board.module.css': boardClasses, 'blackjack/playing-card.module.css': cardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  endReasons: { broke: 'with no chips left', chips: 'on chips' },
});
