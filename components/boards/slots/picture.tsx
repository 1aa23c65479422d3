import clsx from 'clsx';
import type { BoardPicture } from '../define-board';
import boardClasses from './board.module.css';
import { SlotsCabinet } from './cabinet';
import symbolClasses from './symbol.module.css';
import type { SlotsView } from './view';

export const slotsPicture: BoardPicture<SlotsView> = {
  draw: (view, _live, mini = false) => {
    const cabinet = <SlotsCabinet view={view} mini={mini} isActing={false} isNew={false} id="window" />;
    return mini ? <div className={clsx(boardClasses.board, boardClasses.mini)}>{cabinet}</div> : cabinet;
  },
  styles: { 'slots/board.module.css': boardClasses, 'slots/symbol.module.css': symbolClasses },
};
