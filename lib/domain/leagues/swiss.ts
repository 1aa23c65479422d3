import findMatching from 'edmonds-blossom-fixed';
import type { Pairing, PlannedRound, PlayerId } from './schedule';

/** A player of a Swiss league before a round. */
export interface SwissPlayer {
  id: PlayerId;
  points: number;
  /** Everyone it has met. */
  opponents: readonly PlayerId[];
  /** The roles it had, in order; byes have none. */
  roles: readonly ('first' | 'second')[];
  hadBye: boolean;
}

/** The most rounds in which nobody must meet the same opponent twice, whatever the results (Dirac's theorem). */
export function maxSwissRounds(players: number): number {
  return Math.ceil(players / 2);
}

/** Enough rounds for one undefeated player to be left. */
export function defaultSwissRounds(players: number): number {
  return Math.ceil(Math.log2(players));
}

/** Costs of a pairing, the worse the higher: roles that cannot be balanced, then unequal points, then ranks. */
const COST = { thirdRoleAhead: 1e11, points: 1e7, sameRoleDue: 2e4, rank: 1 };

/**
 * Pairs one round: nobody meets an opponent again or has a second bye, players with equal points meet where possible,
 * the upper half of them the lower half, and roles stay balanced. The best pairing as a whole is found as a matching of
 * least cost, so the order in which players are looked at does not matter.
 * @param standing the players in the order of the standings
 * @param round from 1, at most `maxSwissRounds`
 * @returns null when no pairing without a second meeting exists
 */
export function planSwissRound(standing: readonly SwissPlayer[], round: number): PlannedRound | null {
  const bye = standing.length;
  const edges: [number, number, number][] = [];
  standing.forEach((one, index) => {
    for (let other = index + 1; other < standing.length; other++) {
      const opponent = standing[other] as SwissPlayer;
      if (!one.opponents.includes(opponent.id)) edges.push([index, other, -costOfPairing(standing, index, other)]);
    }
    if (standing.length % 2 === 1 && !one.hadBye) edges.push([index, bye, -costOfBye(standing, index)]);
  });
  const mates = findMatching(edges, true);
  const planned: PlannedRound = { round, pairings: [], byes: [] };
  if (standing.some((_, index) => (mates[index] ?? -1) === -1)) return null;
  standing.forEach((one, index) => {
    const mate = mates[index] as number;
    if (mate === bye) planned.byes.push(one.id);
    else if (mate > index) planned.pairings.push(assignRoles(one, standing[mate] as SwissPlayer, index + round));
  });
  return planned;
}

/** How often a player had the first role more than the second. */
function roleSurplus({ roles }: SwissPlayer): number {
  return roles.reduce((sum, role) => sum + (role === 'first' ? 1 : -1), 0);
}

function costOfPairing(standing: readonly SwissPlayer[], upper: number, lower: number): number {
  const [one, other] = [standing[upper] as SwissPlayer, standing[lower] as SwissPlayer];
  const [ahead, behind] = [roleSurplus(one), roleSurplus(other)];
  const sharesNeed = Math.sign(ahead) === Math.sign(behind) ? Math.min(Math.abs(ahead), Math.abs(behind)) : 0;
  const roles = sharesNeed >= 2 ? COST.thirdRoleAhead : sharesNeed * COST.sameRoleDue;
  const group = standing.filter(({ points }) => points === one.points).length;
  const distance = lower - upper - Math.floor(group / 2);
  return roles + COST.points * (one.points - other.points) ** 2 + COST.rank * distance ** 2;
}

/** The bye goes to the lowest player that had none. */
function costOfBye(standing: readonly SwissPlayer[], index: number): number {
  const lowest = standing.at(-1)?.points ?? 0;
  const ranks = standing.length - 1 - index;
  return COST.points * ((standing[index]?.points ?? 0) - lowest) ** 2 + COST.rank * ranks ** 2;
}

/** The first role goes to the player that had it less often, then to the one that did not have it last. */
function assignRoles(one: SwissPlayer, other: SwissPlayer, parity: number): Pairing {
  const surplus = roleSurplus(one) - roleSurplus(other);
  const [last, lastOfOther] = [one.roles.at(-1), other.roles.at(-1)];
  const isFirst =
    surplus === 0
      ? last === lastOfOther
        ? parity % 2 === 1
        : last === 'second' || lastOfOther === 'first'
      : surplus < 0;
  return isFirst ? { first: one.id, second: other.id } : { first: other.id, second: one.id };
}
