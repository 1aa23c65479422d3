import * as v from 'valibot';
import type { ChessView as GameView } from '@/lib/games/chess';
import { boardView } from '../view';

/** What the chess board draws. */
export const chessView = boardView<GameView>()({
  fen: v.string(),
  turn: v.picklist(['w', 'b']),
  status: v.string(),
  reason: v.nullish(v.string()),
  winner: v.nullish(v.picklist(['white', 'black'])),
  check: v.boolean(),
  last_move: v.nullable(v.object({ uci: v.string(), san: v.string() })),
  move_number: v.number(),
  captured: v.object({ white: v.array(v.string()), black: v.array(v.string()) }),
  material: v.number(),
});
export type ChessView = v.InferOutput<typeof chessView>;
