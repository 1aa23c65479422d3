import type { ListedMatch, Player } from './wire';

const strengthOf = (player: Player) => player.strength ?? player.display_name;

/** Two are against each other; more sit around one table. */
const opposed = (sides: readonly (string | number)[]) => sides.join(sides.length === 2 ? ' against ' : ', ');

/** Why a match is worth a look, in one clause. */
export function whyItMatters({ kind, rated, players }: ListedMatch): string {
  if (kind === 'exhibition') return `Exhibition: ${opposed(players.map(strengthOf))}`;
  const hasPerson = players.some((player) => player.kind === 'human');
  if (kind === 'solo') return hasPerson ? 'A person plays the house' : 'Practice against the house';
  const ratings = players.flatMap((player) => (player.elo === null ? [] : [player.elo]));
  if (!rated || ratings.length < 2) return 'Friendly, nothing at stake';
  const gap = Math.max(...ratings) - Math.min(...ratings);
  if (gap >= 150) return `Rated: an upset would be worth a lot, ${gap} points apart`;
  return `${hasPerson ? 'Rated among people' : 'Rated'}: ${opposed(ratings)}`;
}
