import type { BotSituation, Strength } from '@/lib/core/game';
import { likesPit } from './manner';
import type { MancalaMove, MancalaView } from './rules';
import { SIDES } from './rules';
import { analyse, type Limits, SEED } from './search';

/** `carelessPercent`: percentage of moves chosen at random. */
const PROFILES: Record<Strength, Limits & { carelessPercent: number }> = {
  easy: { nodes: 100, depth: 1, carelessPercent: 60 },
  medium: { nodes: 1_500, depth: 3, carelessPercent: 12 },
  strong: { nodes: 80_000, carelessPercent: 0 },
};
/** Moves within this distance of the best count as equal, so that games vary. */
const EQUAL = SEED / 4;
/** The most that the manner of a bot adds to the value of a move, before the end is proved. */
const MANNER = SEED;

/** The pit of a house bot: weaker bots search less deep and sometimes choose at random. */
export function choosePit({
  view,
  legalMoves,
  seat,
  strength,
  manner,
  rng,
}: BotSituation<MancalaMove, MancalaView>): MancalaMove {
  const { carelessPercent, ...limits } = PROFILES[strength];
  if (legalMoves.length === 1 || rng.int(100) < carelessPercent) return rng.pick(legalMoves);
  const own = SIDES[seat] ?? 'south';
  const pits = [...view.pits[own], ...view.pits[own === 'south' ? 'north' : 'south']];
  const { lines, isExact } = analyse(pits, limits);
  const liked = (pit: number) => (manner && !isExact ? MANNER * likesPit(manner, pits, pit) : 0);
  const rated = lines.map(({ pit, value }) => ({ pit, value: value + liked(pit) }));
  const best = Math.max(...rated.map(({ value }) => value));
  const least = isExact ? best : best - EQUAL;
  const { pit } = rng.pick(rated.filter(({ value }) => value >= least));
  return legalMoves.find((move) => move.pit === pit) ?? rng.pick(legalMoves);
}
