import { expectedScore, kFactor, opponentsOf, type RatedPlayer, scoreAgainst } from './elo';

/** Rated results against players of so many other owners make a player ranked. */
export const OPPONENT_OWNERS_TO_RANK = 3;

/** So many results of a pair of owners count for ranking in a day of UTC, by experience and pool. */
export const RESULTS_OF_A_PAIR_A_DAY = 3;

/** What a player gains against one opponent, if the result counts: one line for each owner among the opponents. */
export interface RankingPoints {
  agentId: string;
  /** Which of its opponents in the match: a player, or a side. */
  opponent: number;
  /** K × (score − expected score), by the rankings of both. */
  points: number;
  opponentOwnerId: string;
  /** The two owners, in the order of their ids. */
  ownerLow: string;
  ownerHigh: string;
}

/**
 * What a match brings to the rankings of its players. The ranking of a player moves by the mean over the opponents whose
 * results count; which do is known when the results of the day are counted. Players without an owner bring nothing.
 * @param players with their rankings in place of Elo
 */
export function rankingPoints(players: readonly RatedPlayer[]): RankingPoints[] {
  const owned = players.filter(({ ownerId }) => ownerId !== null);
  return owned.flatMap((player) =>
    opponentsOf(player, owned).flatMap((opponent, index) => {
      const gain = scoreAgainst(player, opponent) - expectedScore(player.elo, opponent.elo);
      return [...new Set(opponent.ownerIds)].flatMap((opponentOwnerId) => {
        const [ownerLow, ownerHigh] = [player.ownerId, opponentOwnerId].sort();
        if (!opponentOwnerId || !ownerLow || !ownerHigh) return [];
        const points = kFactor(player.matchesPlayed) * gain;
        return [{ agentId: player.agentId, opponent: index, points, opponentOwnerId, ownerLow, ownerHigh }];
      });
    }),
  );
}

/**
 * Why a player is listed below the ranked ones, without a rank; null for one that is ranked.
 * @param of whether it has an owner, and the number of other owners that it has rated results against
 */
export function provisionalReason(of: { hasOwner: boolean; opponentOwners: number }): string | null {
  if (!of.hasOwner) return 'no owner';
  if (of.opponentOwners >= OPPONENT_OWNERS_TO_RANK) return null;
  return `${of.opponentOwners} of ${OPPONENT_OWNERS_TO_RANK} opponents' owners`;
}
