import * as v from 'valibot';
import type { SlotsView as GameView } from '@/lib/games/slots';
import { boardView } from '../view';

const prize = v.object({ symbol: v.string(), count: v.number(), times: v.number() });

/** What the slot machine draws. */
export const slotsView = boardView<GameView>()({
  status: v.string(),
  winner: v.nullable(v.string()),
  reels: v.array(v.string()),
  payout: v.number(),
  prize: v.nullable(prize),
  stack: v.number(),
  start_stack: v.number(),
  bet: v.number(),
  spins_done: v.number(),
  spins: v.number(),
  history: v.array(v.number()),
  paytable: v.pipe(v.array(prize), v.readonly()),
  return_rate: v.number(),
});
export type SlotsView = v.InferOutput<typeof slotsView>;
