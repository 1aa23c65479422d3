import clsx from 'clsx';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import type { CrossTableResult, FixtureOutcome, StandingRecord } from '@/lib/domain/leagues';
import classes from './cross-table.module.css';
import { fixturePath, playerPath } from './paths';
import type { LeagueView } from './types';

export type CrossCells = Record<string, Record<string, CrossTableResult[]>>;

/** What a player did in a fixture. */
export const WORDS: Record<FixtureOutcome, string> = { W: 'won', D: 'drew', L: 'lost' };

/** Everyone against everyone, in the order of the standings. Scrolls sideways where it is wider than the page. */
export function CrossTable({ league, cells }: { league: LeagueView; cells: CrossCells }) {
  const nameOf = new Map(league.players.map(({ playerId, name }) => [playerId, name]));
  const order = league.standings;
  const columns: readonly Column<StandingRecord>[] = [
    playerColumn(league, nameOf),
    ...order.map(
      ({ player_id: opponent, rank }): Column<StandingRecord> => ({
        head: String(rank),
        title: nameOf.get(opponent),
        className: (row) => clsx(shared.numeric, row?.player_id === opponent && classes.self),
        cell: ({ player_id: playerId }) =>
          (cells[playerId]?.[opponent] ?? []).map((result) => (
            <Link
              key={result.matchId}
              className={classes.result}
              data-outcome={result.outcome}
              href={fixturePath(league.leagueId, result.matchId)}
              aria-label={`${nameOf.get(playerId)} ${WORDS[result.outcome]} ${result.score} to ${result.opponentScore} against ${nameOf.get(opponent)}`}
            >
              {result.score}–{result.opponentScore}
            </Link>
          )),
      }),
    ),
    POINTS_COLUMN,
  ];
  return (
    <DataTable
      caption="Results of everyone against everyone"
      columns={columns}
      rows={order}
      keyOf={({ player_id }) => player_id}
      look="matrix"
      scrolls
    />
  );
}

/** The first column of a table of results: the rank, which heads the column of the same player too, and the whole name. */
export const playerColumn = (league: LeagueView, nameOf: ReadonlyMap<string, string>): Column<StandingRecord> => ({
  head: 'Player',
  isRowHead: true,
  cell: ({ player_id: playerId, rank }) => (
    <span className={classes.ranked}>
      <span className={classes.rank}>{rank}</span>{' '}
      <Link className={classes.name} href={playerPath(league.leagueId, playerId)}>
        <bdi>{nameOf.get(playerId) ?? playerId}</bdi>
      </Link>
    </span>
  ),
});

/** The last column of a table of results. */
export const POINTS_COLUMN: Column<StandingRecord> = {
  head: 'Points',
  className: shared.numeric,
  cell: ({ points }) => points,
};
