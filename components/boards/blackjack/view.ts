import { z } from 'zod';
import type { BlackjackView as GameView } from '@/lib/games/blackjack/view';
import { boardView } from '../view';

/** Rank and suit: `TS`. */
const card = z.string().length(2);
const hand = z.object({
  cards: z.array(card),
  total: z.number(),
  soft: z.boolean(),
  state: z.enum(['active', 'stand', 'bust', 'blackjack']),
  doubled: z.boolean(),
  bet: z.number(),
  result: z.enum(['win', 'lose', 'push', 'bust', 'blackjack']).nullable(),
  active: z.boolean(),
});

/** What the blackjack table draws. */
export const blackjackView = boardView<GameView>()({
  status: z.string(),
  phase: z.enum(['bet', 'play', 'over']),
  turn: z.string().nullable(),
  you: z.string().nullable(),
  winner: z.string().nullable(),
  last_move: z.string().nullable(),
  round: z.number(),
  rounds: z.number(),
  start_stack: z.number(),
  min_bet: z.number(),
  max_bet: z.number(),
  dealer: z.object({
    cards: z.array(card.nullable()),
    total: z.number(),
    soft: z.boolean(),
    state: z.enum(['waiting', 'stand', 'bust', 'blackjack']),
  }),
  seats: z.array(
    z.object({
      name: z.string(),
      stack: z.number(),
      bet: z.number().nullable(),
      has_bet: z.boolean(),
      out: z.boolean(),
      left: z.boolean(),
      hands: z.array(hand),
      net: z.number().nullable(),
    }),
  ),
  shoe_left: z.number(),
  shoe: z.array(card).nullable(),
});
export type BlackjackView = z.infer<typeof blackjackView>;
