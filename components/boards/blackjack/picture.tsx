import clsx from 'clsx';
import type { BoardPicture } from '../define-board';
import boardClasses from './board.module.css';
import cardClasses from './playing-card.module.css';
import { BlackjackTable } from './table';
import type { BlackjackView } from './view';

export const blackjackPicture: BoardPicture<BlackjackView> = {
  draw: (view, _live, mini = false) => {
    const table = <BlackjackTable view={view} mini={mini} isActing={false} turns={new Map()} id="arc" />;
    return mini ? <div className={clsx(boardClasses.board, boardClasses.mini)}>{table}</div> : table;
  },
  styles: { 'blackjack/board.module.css': boardClasses, 'blackjack/playing-card.module.css': cardClasses },
};
