import { z } from 'zod';
import type { MancalaView as GameView } from '@/lib/games/mancala';
import { boardView } from '../view';

const side = z.enum(['south', 'north']);
const bySide = <T extends z.ZodType>(of: T) => z.object({ south: of, north: of });

/** What the mancala board draws. */
export const mancalaView = boardView<GameView>()({
  pits: bySide(z.array(z.number()).length(6)),
  stores: bySide(z.number()),
  status: z.string(),
  turn: side.nullable(),
  winner: z.enum(['south', 'north', 'draw']).nullable(),
  last_move: z
    .object({
      side,
      pit: z.number(),
      seeds: z.number(),
      path: z.array(z.string()),
      captured: z.number(),
      extra_turn: z.boolean(),
      swept: bySide(z.number()),
    })
    .nullable(),
});
export type MancalaView = z.infer<typeof mancalaView>;
