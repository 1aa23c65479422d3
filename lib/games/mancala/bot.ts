import type { Seat, Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import type { MancalaMove, MancalaView } from '@/lib/games/mancala';
import { SIDES } from './rules';
import { analyse, type Limits, SEED } from './search';

/** `slips`: moves of a hundred that are made without thinking. */
const THINKING: Record<Strength, Limits & { slips: number }> = {
  easy: { nodes: 100, depth: 1, slips: 60 },
  medium: { nodes: 1_500, depth: 3, slips: 12 },
  strong: { nodes: 80_000, slips: 0 },
};
/** Moves closer than this to the best count as equal, so that no two games are the same. */
const EQUAL = SEED / 4;

/** The pit of a house bot: all look ahead, the weaker ones less far, and they slip now and then. */
export function choosePit({
  view,
  legalMoves,
  seat,
  strength,
  rng,
}: {
  view: MancalaView;
  legalMoves: MancalaMove[];
  seat: Seat;
  strength: Strength;
  rng: Rng;
}): MancalaMove {
  const { slips, ...limits } = THINKING[strength];
  if (legalMoves.length === 1 || rng.int(100) < slips) return rng.pick(legalMoves);
  const own = SIDES[seat] ?? 'south';
  const pits = [...view.pits[own], ...view.pits[own === 'south' ? 'north' : 'south']];
  const { lines, isExact } = analyse(pits, limits);
  const best = lines[0]?.value ?? 0;
  const least = isExact ? best : best - EQUAL;
  const { pit } = rng.pick(lines.filter(({ value }) => value >= least));
  return legalMoves.find((move) => move.pit === pit) ?? rng.pick(legalMoves);
}
