import { z } from 'zod';
import type { FourView as GameView } from '@/lib/games/four-in-a-row';
import { boardView } from '../view';

const cell = z.object({ column: z.number(), row: z.number() });

/** What the board of four in a row draws. */
export const fourInARowView = boardView<GameView>()({
  board: z.array(z.string().length(7)).length(6),
  status: z.string(),
  turn: z.enum(['red', 'yellow']).nullable(),
  winner: z.enum(['red', 'yellow', 'draw']).nullable(),
  winning_cells: z.array(cell).nullable(),
  last_move: cell.nullable(),
});
export type FourInARowView = z.infer<typeof fourInARowView>;
