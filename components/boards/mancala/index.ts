import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { mancalaView } from './view';

export const mancala = defineBoard({
  view: mancalaView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  endReasons: { more_seeds: 'with more seeds' },
});
