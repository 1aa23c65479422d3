import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding, eventSentences } from './text';
import { werewolfView } from './view';

export const werewolf = defineBoard({
  view: werewolfView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  eventSentences,
  pagePath: '/town/werewolf',
  ranking: { path: '/town/rankings', label: 'Ratings by side, roles, lies and votes' },
  endReasons: { parity: 'with as many werewolves as others', werewolves_eliminated: 'with no werewolf left' },
  winningSides: { parity: 'The werewolves won', werewolves_eliminated: 'The village won' },
});
