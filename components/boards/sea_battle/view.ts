import * as v from 'valibot';
import type { SeaBattleView as GameView } from '@/lib/games/sea-battle';
import { boardView } from '../view';

const side = v.picklist(['west', 'east']);
const bySide = <T extends v.GenericSchema>(of: T) => v.object({ west: of, east: of });

/** What the board of sea battle draws. */
export const seaBattleView = boardView<GameView>()({
  waters: bySide(v.pipe(v.array(v.pipe(v.string(), v.length(10))), v.length(10))),
  fleets: bySide(v.array(v.object({ size: v.number(), sunk: v.boolean(), cells: v.nullable(v.array(v.string())) }))),
  shots: bySide(v.number()),
  status: v.string(),
  turn: v.nullable(side),
  you: v.nullish(side),
  winner: v.nullable(side),
  last_move: v.nullable(v.object({ side, coord: v.string(), result: v.string() })),
});
export type SeaBattleView = v.InferOutput<typeof seaBattleView>;
