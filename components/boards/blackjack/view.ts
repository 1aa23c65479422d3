import * as v from 'valibot';
import type { BlackjackView as GameView } from '@/lib/games/blackjack/view';
import { boardView } from '../view';

/** Rank and suit: `TS`. */
const card = v.pipe(v.string(), v.length(2));
const hand = v.object({
  cards: v.array(card),
  total: v.number(),
  soft: v.boolean(),
  state: v.picklist(['active', 'stand', 'bust', 'blackjack']),
  doubled: v.boolean(),
  bet: v.number(),
  result: v.nullable(v.picklist(['win', 'lose', 'push', 'bust', 'blackjack'])),
  active: v.boolean(),
});

/** What the blackjack table draws. */
export const blackjackView = boardView<GameView>()({
  status: v.string(),
  phase: v.picklist(['bet', 'play', 'over']),
  turn: v.nullable(v.string()),
  you: v.nullable(v.string()),
  winner: v.nullable(v.string()),
  last_move: v.nullable(v.string()),
  round: v.number(),
  rounds: v.number(),
  start_stack: v.number(),
  min_bet: v.number(),
  max_bet: v.number(),
  dealer: v.object({
    cards: v.array(v.nullable(card)),
    total: v.number(),
    soft: v.boolean(),
    state: v.picklist(['waiting', 'stand', 'bust', 'blackjack']),
  }),
  seats: v.array(
    v.object({
      name: v.string(),
      stack: v.number(),
      bet: v.nullable(v.number()),
      has_bet: v.boolean(),
      out: v.boolean(),
      left: v.boolean(),
      hands: v.array(hand),
      net: v.nullable(v.number()),
    }),
  ),
  shoe_left: v.number(),
  shoe: v.nullable(v.array(card)),
});
export type BlackjackView = v.InferOutput<typeof blackjackView>;
