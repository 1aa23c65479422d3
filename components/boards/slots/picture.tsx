import type { BoardPicture } from '../define-board';
import boardClasses from './board.module.css';
import { SlotsCabinet } from './cabinet';
import symbolClasses from './symbol.module.css';
import type { SlotsView } from './view';

export const slotsPicture: BoardPicture<SlotsView> = {
  draw: (view) => <SlotsCabinet view={view} mini={false} isActing={false} isNew={false} id="window" />,
  styles: { 'slots/board.module.css': boardClasses, 'slots/symbol.module.css': symbolClasses },
};
