import * as v from 'valibot';
import type { CheckersView as GameView } from '@/lib/games/checkers';
import { boardView } from '../view';

const color = v.picklist(['white', 'black']);
const pieceCount = v.object({ men: v.number(), kings: v.number() });

/** What the checkers board draws. */
export const checkersView = boardView<GameView>()({
  board: v.pipe(v.array(v.pipe(v.string(), v.length(8))), v.length(8)),
  status: v.string(),
  turn: v.nullable(color),
  winner: v.nullable(v.picklist(['white', 'black', 'draw'])),
  reason: v.nullable(v.string()),
  must_capture: v.boolean(),
  last_move: v.nullable(
    v.object({
      notation: v.string(),
      path: v.array(v.string()),
      captured: v.array(v.object({ square: v.string(), piece: v.string() })),
    }),
  ),
  pieces: v.object({ white: pieceCount, black: pieceCount }),
  move_number: v.number(),
  quiet_moves: v.number(),
});
export type CheckersView = v.InferOutput<typeof checkersView>;
