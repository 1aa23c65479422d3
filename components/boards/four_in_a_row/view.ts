import * as v from 'valibot';
import type { FourView as GameView } from '@/lib/games/four-in-a-row';
import { boardView } from '../view';

const cell = v.object({ column: v.number(), row: v.number() });

/** What the board of four in a row draws. */
export const fourInARowView = boardView<GameView>()({
  board: v.pipe(v.array(v.pipe(v.string(), v.length(7))), v.length(6)),
  status: v.string(),
  turn: v.nullable(v.picklist(['red', 'yellow'])),
  winner: v.nullable(v.picklist(['red', 'yellow', 'draw'])),
  winning_cells: v.nullable(v.array(cell)),
  last_move: v.nullable(cell),
});
export type FourInARowView = v.InferOutput<typeof fourInARowView>;
