import { z } from 'zod';
import type { SlotsView as GameView } from '@/lib/games/slots';
import { boardView } from '../view';

const prize = z.object({ symbol: z.string(), count: z.number(), times: z.number() });

/** What the slot machine draws. */
export const slotsView = boardView<GameView>()({
  status: z.string(),
  winner: z.string().nullable(),
  reels: z.array(z.string()),
  payout: z.number(),
  prize: prize.nullable(),
  stack: z.number(),
  start_stack: z.number(),
  bet: z.number(),
  spins_done: z.number(),
  spins: z.number(),
  history: z.array(z.number()),
  paytable: z.array(prize).readonly(),
  return_rate: z.number(),
});
export type SlotsView = z.infer<typeof slotsView>;
