'use client';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/text';
import shared from '../ui/shared.module.css';
import classes from './fixture-list.module.css';
import { MemberName } from './member-name';
import { leaguePath, watchPath } from './paths';
import type { LeagueFixture, LeagueMember } from './types';
import { faultWords, hasCountingLoss, isDecided, liveText, scoreText } from './words';

/** More rounds than these do not fit on two lines of a phone. */
const MAX_ROUND_LINKS = 14;

/** The fixtures of one round, with links to the other rounds. */
export function RoundFixtures({
  leagueId,
  rounds,
  currentRound,
  fixtures,
  players,
}: {
  leagueId: string;
  /** How many rounds have fixtures. */
  rounds: number;
  currentRound: number;
  fixtures: readonly LeagueFixture[];
  players: readonly LeagueMember[];
}) {
  return (
    <>
      <RoundTabs leagueId={leagueId} rounds={rounds} currentRound={currentRound} />
      <FixtureList leagueId={leagueId} fixtures={fixtures} players={players} />
    </>
  );
}

function RoundTabs({ leagueId, rounds, currentRound }: { leagueId: string; rounds: number; currentRound: number }) {
  if (rounds < 2) return null;
  return (
    <nav className={classes.rounds} aria-label={formatCount(rounds, 'round')}>
      {shownRounds(rounds, currentRound).map((round, index, all) => (
        <Fragment key={round}>
          {index > 0 && round - (all[index - 1] as number) > 1 && (
            <span className={shared.mutedColor} aria-hidden>
              …
            </span>
          )}
          <Link
            className={classes.round}
            href={`${leaguePath(leagueId)}?round=${round}`}
            scroll={false}
            aria-current={round === currentRound ? 'true' : undefined}
            aria-label={`Round ${round}`}
          >
            {round}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}

/** All rounds, or with many of them the first, the last and those around the shown one. */
function shownRounds(rounds: number, currentRound: number): number[] {
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  if (rounds <= MAX_ROUND_LINKS) return numbers;
  const start = Math.min(Math.max(1, currentRound - 2), rounds - 4);
  return numbers.filter((round) => round === 1 || round === rounds || (round >= start && round <= start + 4));
}

/** Fixtures as lines: two players, the score, and where to watch. */
function FixtureList({
  leagueId,
  fixtures,
  players,
}: {
  leagueId: string;
  fixtures: readonly LeagueFixture[];
  players: readonly LeagueMember[];
}) {
  const members = new Map(players.map((member) => [member.playerId, member]));
  return (
    <ol className={clsx(shared.list, shared.card)}>
      {fixtures.map((fixture) => (
        <li key={fixture.matchId} className={classes.fixture} data-status={fixture.status}>
          <FixtureLine leagueId={leagueId} fixture={fixture} members={members} />
        </li>
      ))}
    </ol>
  );
}

/** ", live, 2–1", ", 3–1": what the label of a line says beside the names. */
function statusLabel(fixture: LeagueFixture): string {
  if (fixture.status === 'active') return `, live, ${liveText(fixture)}`;
  return fixture.scores ? `, ${scoreText(fixture)}` : '';
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
        <span className={shared.mutedColor}>has a bye</span>
      </>
    );
  }
  return (
    <Link
      className={classes.line}
      href={watchPath(leagueId, fixture)}
      aria-label={`${fixture.matchId}: ${first.name} against ${second.name}${statusLabel(fixture)}`}
    >
      <span className={classes.side}>
        <MemberName member={first} isWinner={fixture.winner === fixture.first} />
      </span>
      <span className={classes.middle} data-annulled={fixture.isAnnulled || undefined}>
        {fixture.status === 'active' ? (
          <span className={classes.live}>
            <span className={classes.dot} aria-hidden />
            <span className="numeric">{liveText(fixture)}</span>
            <span className="visually-hidden">, live</span>
          </span>
        ) : (
          <span className="numeric">{fixture.status === 'scheduled' ? 'v' : scoreText(fixture)}</span>
        )}
      </span>
      <span className={classes.other}>
        <MemberName member={second} isWinner={fixture.winner === fixture.second} />
      </span>
      {fixture.isAnnulled && <span className={classes.note}>annulled: does not count</span>}
      {fixture.replays && <span className={classes.note}>plays {fixture.replays} again</span>}
      {isDecided(fixture) && <span className={classes.note}>decided by the organizer</span>}
      {fixture.technicalLoss && hasCountingLoss(fixture) && (
        <span className={classes.fault}>technical loss: {faultWords(fixture.technicalLoss.fault)}</span>
      )}
    </Link>
  );
}
