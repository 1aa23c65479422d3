import { z } from 'zod';

/** A match is over at this position although its game is not: it was given up, ran out of time or was called off. */
const stopped = z.boolean().optional();

/** A position as it is shown when nobody may move any more, whatever its rules would allow. */
export function atRest<View extends object>(view: View, isOver: boolean): View {
  return isOver ? { ...view, stopped: true } : view;
}

/** Nobody is to move where a match was stopped. */
function withoutTurn<View extends { turn: unknown; stopped?: boolean }>(view: View): View {
  return view.stopped ? { ...view, turn: null } : view;
}

/** What the boards draw, as the games show it to spectators. Parsed, because it comes over the wire. */
export const chessView = z.object({
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
  stopped,
});
export type ChessView = z.infer<typeof chessView>;

const mark = z.enum(['X', 'O']);

export const ticTacToeView = z
  .object({
    board: z.array(z.string().length(3)).length(3),
    status: z.string(),
    turn: mark.nullable(),
    winner: z.enum(['X', 'O', 'draw']).nullable(),
    winning_line: z.array(z.string()).nullable(),
    last_move: z.string().nullable(),
    stopped,
  })
  .transform(withoutTurn);
export type TicTacToeView = z.infer<typeof ticTacToeView>;

export const evenOddView = z.object({
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
  stopped,
});
export type EvenOddView = z.infer<typeof evenOddView>;

const checkersColor = z.enum(['white', 'black']);
const pieceCount = z.object({ men: z.number(), kings: z.number() });

export const checkersView = z
  .object({
    board: z.array(z.string().length(8)).length(8),
    status: z.string(),
    turn: checkersColor.nullable(),
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
    stopped,
  })
  .transform(withoutTurn);
export type CheckersView = z.infer<typeof checkersView>;

const fourColor = z.enum(['red', 'yellow']);
const fourCell = z.object({ column: z.number(), row: z.number() });

export const fourInARowView = z
  .object({
    board: z.array(z.string().length(7)).length(6),
    status: z.string(),
    turn: fourColor.nullable(),
    winner: z.enum(['red', 'yellow', 'draw']).nullable(),
    winning_cells: z.array(fourCell).nullable(),
    last_move: fourCell.nullable(),
    stopped,
  })
  .transform(withoutTurn);
export type FourInARowView = z.infer<typeof fourInARowView>;

const side = z.enum(['south', 'north']);
const bySide = <T extends z.ZodType>(of: T) => z.object({ south: of, north: of });

export const mancalaView = z
  .object({
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
    stopped,
  })
  .transform(withoutTurn);
export type MancalaView = z.infer<typeof mancalaView>;

const water = z.enum(['west', 'east']);
const byWater = <T extends z.ZodType>(of: T) => z.object({ west: of, east: of });

export const seaBattleView = z
  .object({
    waters: byWater(z.array(z.string().length(10)).length(10)),
    fleets: byWater(z.array(z.object({ size: z.number(), sunk: z.boolean(), cells: z.array(z.string()).nullable() }))),
    shots: byWater(z.number()),
    status: z.string(),
    turn: water.nullable(),
    winner: water.nullable(),
    last_move: z.object({ side: water, coord: z.string(), result: z.string() }).nullable(),
    stopped,
  })
  .transform(withoutTurn);
export type SeaBattleView = z.infer<typeof seaBattleView>;

const card = z.string().length(2);
const blackjackHand = z.object({
  cards: z.array(card),
  total: z.number(),
  soft: z.boolean(),
  state: z.enum(['active', 'stand', 'bust', 'blackjack']),
  doubled: z.boolean(),
  bet: z.number(),
  result: z.enum(['win', 'lose', 'push', 'bust', 'blackjack']).nullable(),
  active: z.boolean(),
});

export const blackjackView = z
  .object({
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
        hands: z.array(blackjackHand),
        net: z.number().nullable(),
      }),
    ),
    shoe_left: z.number(),
    shoe: z.array(card).nullable(),
    stopped,
  })
  .transform(withoutTurn);
export type BlackjackView = z.infer<typeof blackjackView>;

const prize = z.object({ symbol: z.string(), count: z.number(), times: z.number() });

export const slotsView = z.object({
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
  paytable: z.array(prize),
  return_rate: z.number(),
  stopped,
});
export type SlotsView = z.infer<typeof slotsView>;
