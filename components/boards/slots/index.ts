import { defineBoard } from '../define-board';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { slotsView } from './view';

export const slots = defineBoard({
  view: slotsView,
  describeStanding,
  describePosition,
  describeKeyMoment,
  settlesMs: 1400,
  endReasons: { broke: 'with no chips left', chips: 'with chips won' },
});
