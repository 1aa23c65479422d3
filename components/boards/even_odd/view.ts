import * as v from 'valibot';
import type { EvenOddView as GameView } from '@/lib/games/even-odd';
import { boardView } from '../view';

/** What the even/odd board draws. */
export const evenOddView = boardView<GameView>()({
  your_seat: v.nullish(v.number()),
  status: v.string(),
  round: v.number(),
  rounds_to_win: v.number(),
  max_rounds: v.number(),
  scores: v.array(v.number()),
  committed: v.array(v.boolean()),
  numbers: v.array(v.nullable(v.number())),
  previous_rounds: v.array(
    v.object({
      round: v.number(),
      moves: v.array(v.nullable(v.number())),
      sum: v.nullable(v.number()),
      winner: v.nullable(v.number()),
    }),
  ),
  winner: v.nullable(v.number()),
});
export type EvenOddView = v.InferOutput<typeof evenOddView>;
export type Round = EvenOddView['previous_rounds'][number];
