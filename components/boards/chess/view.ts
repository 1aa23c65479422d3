import { z } from 'zod';
import type { ChessView as GameView } from '@/lib/games/chess';
import { boardView } from '../view';

/** What the chess board draws. */
export const chessView = boardView<GameView>()({
  fen: z.string(),
  turn: z.enum(['w', 'b']),
  status: z.string(),
  reason: z.string().nullish(),
  winner: z.enum(['white', 'black']).nullish(),
  check: z.boolean(),
  last_move: z.object({ uci: z.string(), san: z.string() }).nullable(),
  move_number: z.number(),
  captured: z.object({ white: z.array(z.string()), black: z.array(z.string()) }),
  material: z.number(),
});
export type ChessView = z.infer<typeof chessView>;
