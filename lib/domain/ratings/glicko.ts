import glicko2 from 'glicko2';
import { scoreAgainst } from './elo';

/** A Glicko-2 rating: how strong, how sure, how steady. */
export interface Glicko {
  rating: number;
  deviation: number;
  volatility: number;
}

const SETTINGS = { tau: 0.5, rating: 1500, rd: 350, vol: 0.06 };

/**
 * Glicko-2 after a match in which every pair in `pairs` (indexes into `players`) met. Kept beside Elo for its
 * deviation, which says how far a number can be trusted.
 */
export function glickoAfter(
  players: readonly (Glicko & { rank: number })[],
  pairs: readonly (readonly [number, number])[],
): Glicko[] {
  const system = new glicko2.Glicko2(SETTINGS);
  const rated = players.map((player) => system.makePlayer(player.rating, player.deviation, player.volatility));
  const results = pairs.flatMap(([a, b]) => {
    const [first, second] = [players[a], players[b]];
    const [one, two] = [rated[a], rated[b]];
    return first && second && one && two
      ? [[one, two, scoreAgainst(first, second)] as [typeof one, typeof two, number]]
      : [];
  });
  if (results.length > 0) system.updateRatings(results);
  return rated.map((player) => ({
    rating: player.getRating(),
    deviation: player.getRd(),
    volatility: player.getVol(),
  }));
}
