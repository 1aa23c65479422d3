'use client';
import Link from 'next/link';
import { formatCount } from '@/components/ui/text';
import classes from './fixture-list.module.css';
import { MemberName } from './member-name';
import type { LeagueFixture, LeagueMember } from './types';
import { fixturePath, leaguePath, scoreText } from './words';

/** The fixtures of one round, with links to the other rounds. */
export function RoundFixtures({
  leagueId,
  rounds,
  shown,
  fixtures,
  players,
}: {
  leagueId: string;
  /** How many rounds have fixtures. */
  rounds: number;
  shown: number;
  fixtures: readonly LeagueFixture[];
  players: readonly LeagueMember[];
}) {
  return (
    <>
      <RoundTabs leagueId={leagueId} rounds={rounds} shown={shown} />
      <FixtureList leagueId={leagueId} fixtures={fixtures} players={players} />
    </>
  );
}

function RoundTabs({ leagueId, rounds, shown }: { leagueId: string; rounds: number; shown: number }) {
  if (rounds < 2) return null;
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  return (
    <nav className={classes.rounds} aria-label={formatCount(rounds, 'round')}>
      {numbers.map((round) => (
        <Link
          key={round}
          className={classes.round}
          href={`${leaguePath(leagueId)}?round=${round}`}
          scroll={false}
          aria-current={round === shown ? 'true' : undefined}
          aria-label={`Round ${round}`}
        >
          {round}
        </Link>
      ))}
    </nav>
  );
}

/** Fixtures as lines: two players, the score, and where to watch. */
export function FixtureList({
  leagueId,
  fixtures,
  players,
  showRound = false,
}: {
  leagueId: string;
  fixtures: readonly LeagueFixture[];
  players: readonly LeagueMember[];
  /** Names the fixture: for lists of several rounds. */
  showRound?: boolean;
}) {
  const members = new Map(players.map((member) => [member.playerId, member]));
  return (
    <ol className={classes.fixtures}>
      {fixtures.map((fixture) => (
        <li
          key={fixture.matchId}
          className={classes.fixture}
          data-status={fixture.status}
          data-wide={showRound || undefined}
        >
          {showRound && <span className={classes.id}>{fixture.matchId}</span>}
          <FixtureLine leagueId={leagueId} fixture={fixture} members={members} />
        </li>
      ))}
    </ol>
  );
}

function FixtureLine({
  leagueId,
  fixture,
  members,
}: {
  leagueId: string;
  fixture: LeagueFixture;
  members: ReadonlyMap<string, LeagueMember>;
}) {
  const [first, second] = [members.get(fixture.first), fixture.second ? members.get(fixture.second) : undefined];
  if (!first) return null;
  if (fixture.status === 'bye' || !second) {
    return (
      <>
        <span className={classes.side}>
          <MemberName member={first} />
        </span>
        <span className={classes.bye}>has a bye</span>
      </>
    );
  }
  const path =
    fixture.status === 'active' && fixture.gameSessionId
      ? `/matches/${fixture.gameSessionId}`
      : fixturePath(leagueId, fixture.matchId);
  return (
    <Link className={classes.line} href={path} aria-label={`${fixture.matchId}: ${first.name} against ${second.name}`}>
      <span className={classes.side}>
        <MemberName member={first} isWinner={fixture.winner === fixture.first} />
      </span>
      <span className={classes.middle}>
        {fixture.status === 'active' ? (
          <span className={classes.live}>
            <span className={classes.dot} aria-hidden />
            live
          </span>
        ) : (
          <span className="figures">{fixture.status === 'scheduled' ? 'v' : scoreText(fixture)}</span>
        )}
      </span>
      <span className={classes.other}>
        <MemberName member={second} isWinner={fixture.winner === fixture.second} />
      </span>
      {fixture.technicalLoss && <span className={classes.fault}>technical loss</span>}
    </Link>
  );
}
