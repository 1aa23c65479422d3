import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { seaBattleView } from './view';

export const seaBattle = defineBoard({
  view: seaBattleView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  endReasons: { fleet_sunk: 'by sinking the fleet' },
  isTall: true,
  isTwoSided: true,
});
