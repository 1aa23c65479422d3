import { z } from 'zod';
import type { EvenOddView as GameView } from '@/lib/games/even-odd';
import { boardView } from '../view';

/** What the even/odd board draws. */
export const evenOddView = boardView<GameView>()({
  your_seat: z.number().nullish(),
  status: z.string(),
  round: z.number(),
  rounds_to_win: z.number(),
  max_rounds: z.number(),
  scores: z.array(z.number()),
  committed: z.array(z.boolean()),
  numbers: z.array(z.number().nullable()),
  previous_rounds: z.array(
    z.object({
      round: z.number(),
      moves: z.array(z.number().nullable()),
      sum: z.number().nullable(),
      winner: z.number().nullable(),
    }),
  ),
  winner: z.number().nullable(),
});
export type EvenOddView = z.infer<typeof evenOddView>;
export type Round = EvenOddView['previous_rounds'][number];
