import { z } from 'zod';
import type { CheckersView as GameView } from '@/lib/games/checkers';
import { boardView } from '../view';

const color = z.enum(['white', 'black']);
const pieceCount = z.object({ men: z.number(), kings: z.number() });

/** What the checkers board draws. */
export const checkersView = boardView<GameView>()({
  board: z.array(z.string().length(8)).length(8),
  status: z.string(),
  turn: color.nullable(),
  winner: z.enum(['white', 'black', 'draw']).nullable(),
  reason: z.string().nullable(),
  must_capture: z.boolean(),
  last_move: z
    .object({
      notation: z.string(),
      path: z.array(z.string()),
      captured: z.array(z.object({ square: z.string(), piece: z.string() })),
    })
    .nullable(),
  pieces: z.object({ white: pieceCount, black: pieceCount }),
  move_number: z.number(),
  quiet_moves: z.number(),
});
export type CheckersView = z.infer<typeof checkersView>;
