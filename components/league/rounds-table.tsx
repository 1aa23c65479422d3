import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import type { FixtureOutcome, StandingRecord } from '@/lib/domain/leagues';
import shared from '../ui/shared.module.css';
import { POINTS_COLUMN, playerColumn, WORDS } from './cross-table';
import classes from './cross-table.module.css';
import { fixturePath } from './paths';
import type { LeagueFixture, LeagueView } from './types';
import { scoreText } from './words';

/**
 * The cross table of a Swiss league: the opponents and results of each player, round by round, in the order of the standings.
 * Scrolls sideways where it is wider than the page.
 */
export function RoundsTable({ league, fixtures }: { league: LeagueView; fixtures: readonly LeagueFixture[] }) {
  const nameOf = new Map(league.players.map(({ playerId, name }) => [playerId, name]));
  const rankOf = new Map(league.standings.map(({ player_id, rank }) => [player_id, rank]));
  const rounds = Math.max(0, ...fixtures.map(({ round }) => round));
  const cells = new Map(fixtures.flatMap((fixture) => keysOf(fixture).map((key) => [key, fixture] as const)));
  const columns: readonly Column<StandingRecord>[] = [
    playerColumn(league, nameOf),
    ...Array.from(
      { length: rounds },
      (_, index): Column<StandingRecord> => ({
        head: `R${index + 1}`,
        title: `Round ${index + 1}`,
        cell: ({ player_id: playerId }) => (
          <Cell
            leagueId={league.leagueId}
            playerId={playerId}
            fixture={cells.get(keyOf(playerId, index + 1))}
            nameOf={nameOf}
            rankOf={rankOf}
          />
        ),
      }),
    ),
    POINTS_COLUMN,
  ];
  return (
    <DataTable
      caption="Results by player and round"
      columns={columns}
      rows={league.standings}
      keyOf={({ player_id }) => player_id}
      look="matrix"
      scrolls
    />
  );
}

const keyOf = (playerId: string, round: number): string => `${playerId} ${round}`;

const keysOf = ({ first, second, round }: LeagueFixture): string[] =>
  [first, second].flatMap((playerId) => (playerId === null ? [] : [keyOf(playerId, round)]));

function Cell({
  leagueId,
  playerId,
  fixture,
  nameOf,
  rankOf,
}: {
  leagueId: string;
  playerId: string;
  fixture: LeagueFixture | undefined;
  nameOf: ReadonlyMap<string, string>;
  rankOf: ReadonlyMap<string, number>;
}) {
  if (!fixture) return null;
  if (fixture.second === null) return <span className={shared.mutedColor}>bye</span>;
  const opponent = fixture.first === playerId ? fixture.second : fixture.first;
  const scores = fixture.scores && orderFor(playerId, fixture, fixture.scores);
  const outcome = outcomeFor(playerId, fixture);
  const names = `${nameOf.get(playerId)} ${outcome ? WORDS[outcome] : 'plays'}`;
  const score = scores ? ` ${scores[0]} to ${scores[1]}` : '';
  return (
    <Link
      className={classes.result}
      data-outcome={outcome ?? undefined}
      data-live={fixture.status === 'active'}
      href={fixturePath(leagueId, fixture.matchId)}
      aria-label={`Round ${fixture.round}: ${names}${score} against ${nameOf.get(opponent)}`}
    >
      {scores ? scoreText({ scores }) : fixture.status === 'active' ? 'live' : 'v'}
      <span className={classes.opponent}>#{rankOf.get(opponent)}</span>
    </Link>
  );
}

const orderFor = (playerId: string, { first }: LeagueFixture, [one, other]: [number, number]): [number, number] =>
  first === playerId ? [one, other] : [other, one];

function outcomeFor(playerId: string, { status, winner }: LeagueFixture): FixtureOutcome | null {
  if (status !== 'completed') return null;
  if (winner === null) return 'D';
  return winner === playerId ? 'W' : 'L';
}
