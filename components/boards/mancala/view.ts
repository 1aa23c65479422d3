import * as v from 'valibot';
import type { MancalaView as GameView } from '@/lib/games/mancala';
import { boardView } from '../view';

const side = v.picklist(['south', 'north']);
const bySide = <T extends v.GenericSchema>(of: T) => v.object({ south: of, north: of });

/** What the mancala board draws. */
export const mancalaView = boardView<GameView>()({
  pits: bySide(v.pipe(v.array(v.number()), v.length(6))),
  stores: bySide(v.number()),
  status: v.string(),
  turn: v.nullable(side),
  winner: v.nullable(v.picklist(['south', 'north', 'draw'])),
  last_move: v.nullable(
    v.object({
      side,
      pit: v.number(),
      seeds: v.number(),
      path: v.array(v.string()),
      captured: v.number(),
      extra_turn: v.boolean(),
      swept: bySide(v.number()),
    }),
  ),
});
export type MancalaView = v.InferOutput<typeof mancalaView>;
