import type { LiveMatch, SnapshotPlayer } from '@/lib/domain/matches';

const strengthOf = (player: SnapshotPlayer) => player.strength ?? player.display_name;

/** Two are opponents; more are listed. */
const opposed = (sides: readonly (string | number)[]) => sides.join(sides.length === 2 ? ' against ' : ', ');

/** Why a match is worth watching, in one clause. */
export function whyItMatters({ kind, rated, players, rivalry }: LiveMatch): string {
  if (rivalry) return rivalry;
  if (kind === 'league') return 'A league match';
  if (kind === 'exhibition')
    return `Exhibition: ${players.length > 2 ? `${players.length} house bots` : opposed(players.map(strengthOf))}`;
  const hasPerson = players.some((player) => player.kind === 'human');
  if (kind === 'solo' && players.length === 1) return hasPerson ? 'A person plays alone' : 'Played alone';
  if (kind === 'solo') return hasPerson ? 'A person against a house bot' : 'Practice against a house bot';
  const ratings = players.flatMap((player) => (player.elo === null ? [] : [player.elo]));
  if (!rated) return 'Friendly, nothing at stake';
  if (ratings.length < players.length) return `${hasPerson ? 'Rated among people' : 'Rated'}: a first rated match`;
  const gap = Math.max(...ratings) - Math.min(...ratings);
  if (gap >= 150) return `Rated: an upset would be worth a lot, ${gap} points apart`;
  return `${hasPerson ? 'Rated among people' : 'Rated'}: ${opposed(ratings)}`;
}
