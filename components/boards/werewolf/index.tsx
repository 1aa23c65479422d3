import { defineBoard } from '../define-board';
import { WerewolfBoard } from './board';
import boardClasses from './board.module.css';
import { WerewolfDrawing } from './drawing';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { werewolfView } from './view';

export const werewolf = defineBoard({
  view: werewolfView,
  Board: WerewolfBoard,
  picture: {
    draw: (view, live) => <WerewolfDrawing view={view} live={live} mini={false} />,
    styles: { 'werewolf/board.module.css': boardClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  pagePath: '/town/werewolf',
  ranking: { path: '/town/rankings', label: 'Ratings by side, roles, lies and votes' },
  endReasons: { parity: 'with as many werewolves as others', werewolves_eliminated: 'with no werewolf left' },
});
