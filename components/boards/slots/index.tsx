import { defineBoard } from '../define-board';
import { SlotsBoard } from './board';
import boardClasses from './board.module.css';
import { SlotsCabinet } from './cabinet';
import symbolClasses from './symbol.module.css';
import { describeKeyMoment, describePosition, describeStanding } from './text';
import { slotsView } from './view';

export const slots = defineBoard({
  view: slotsView,
  Board: SlotsBoard,
  picture: {
    draw: (view) => <SlotsCabinet view={view} mini={false} isActing={false} isNew={false} id="window" />,
    styles: { 'slots/board.module.css': boardClasses, 'slots/symbol.module.css': symbolClasses },
  },
  describeStanding,
  describePosition,
  describeKeyMoment,
  settlesMs: 1400,
  endReasons: { broke: 'with no chips left', chips: 'on chips' },
});
