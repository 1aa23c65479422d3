import { z } from 'zod';
import type { SeaBattleView as GameView } from '@/lib/games/sea-battle';
import { boardView } from '../view';

const side = z.enum(['west', 'east']);
const bySide = <T extends z.ZodType>(of: T) => z.object({ west: of, east: of });

/** What the board of sea battle draws. */
export const seaBattleView = boardView<GameView>()({
  waters: bySide(z.array(z.string().length(10)).length(10)),
  fleets: bySide(z.array(z.object({ size: z.number(), sunk: z.boolean(), cells: z.array(z.string()).nullable() }))),
  shots: bySide(z.number()),
  status: z.string(),
  turn: side.nullable(),
  you: side.nullish(),
  winner: side.nullable(),
  last_move: z.object({ side, coord: z.string(), result: z.string() }).nullable(),
});
export type SeaBattleView = z.infer<typeof seaBattleView>;
