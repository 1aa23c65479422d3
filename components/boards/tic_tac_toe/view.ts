import { z } from 'zod';
import type { TicTacToeView as GameView } from '@/lib/games/tic-tac-toe';
import { boardView } from '../view';

/** What the tic-tac-toe board draws. */
export const ticTacToeView = boardView<GameView>()({
  board: z.array(z.string().length(3)).length(3),
  status: z.string(),
  turn: z.enum(['X', 'O']).nullable(),
  winner: z.enum(['X', 'O', 'draw']).nullable(),
  winning_line: z.array(z.string()).nullable(),
  last_move: z.string().nullable(),
});
export type TicTacToeView = z.infer<typeof ticTacToeView>;
