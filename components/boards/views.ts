import { z } from 'zod';

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
});
export type ChessView = z.infer<typeof chessView>;

const mark = z.enum(['X', 'O']);

export const ticTacToeView = z.object({
  board: z.array(z.string().length(3)).length(3),
  status: z.string(),
  turn: mark.nullable(),
  winner: z.enum(['X', 'O', 'draw']).nullable(),
  winning_line: z.array(z.string()).nullable(),
  last_move: z.string().nullable(),
});
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
});
export type EvenOddView = z.infer<typeof evenOddView>;

const fourColor = z.enum(['red', 'yellow']);
const fourCell = z.object({ column: z.number(), row: z.number() });

export const fourInARowView = z.object({
  board: z.array(z.string().length(7)).length(6),
  status: z.string(),
  turn: fourColor.nullable(),
  winner: z.enum(['red', 'yellow', 'draw']).nullable(),
  winning_cells: z.array(fourCell).nullable(),
  last_move: fourCell.nullable(),
});
export type FourInARowView = z.infer<typeof fourInARowView>;
