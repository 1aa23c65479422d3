import { Link } from '@/components/ui/link';
import classes from './cross-table.module.css';
import { playerPath } from './words';

/** The head of a row of a cross table: the rank, which heads the column of the same player too, and the whole name. */
export function RankedName({
  leagueId,
  playerId,
  rank,
  name,
}: {
  leagueId: string;
  playerId: string;
  rank: number;
  name: string;
}) {
  return (
    <span className={classes.ranked}>
      <span className={classes.rank}>{rank}</span>{' '}
      <Link className={classes.name} href={playerPath(leagueId, playerId)}>
        <bdi>{name}</bdi>
      </Link>
    </span>
  );
}
