import * as v from 'valibot';
import type { TicTacToeView as GameView } from '@/lib/games/tic-tac-toe';
import { boardView } from '../view';

/** What the tic-tac-toe board draws. */
export const ticTacToeView = boardView<GameView>()({
  board: v.pipe(v.array(v.pipe(v.string(), v.length(3))), v.length(3)),
  status: v.string(),
  turn: v.nullable(v.picklist(['X', 'O'])),
  winner: v.nullable(v.picklist(['X', 'O', 'draw'])),
  winning_line: v.nullable(v.array(v.string())),
  last_move: v.nullable(v.string()),
});
export type TicTacToeView = v.InferOutput<typeof ticTacToeView>;
