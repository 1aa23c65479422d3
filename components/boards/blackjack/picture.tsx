import type { BoardPicture } from '../define-board';
import boardClasses from './board.module.css';
import cardClasses from './playing-card.module.css';
import { BlackjackTable } from './table';
import type { BlackjackView } from './view';

export const blackjackPicture: BoardPicture<BlackjackView> = {
  draw: (view) => <BlackjackTable view={view} mini={false} isActing={false} turns={new Map()} id="arc" />,
  styles: { 'blackjack/board.module.css': boardClasses, 'blackjack/playing-card.module.css': cardClasses },
};
