import clsx from 'clsx';
import { Link } from '@/components/ui/link';
import shared from '../ui/shared.module.css';
import classes from './bracket.module.css';
import { MemberName } from './member-name';
import { fixturePath } from './paths';
import { stageName } from './stages';
import type { BracketMatch, LeagueFixture, LeagueMember, LeagueView } from './types';

/** A knockout: one column a stage, the final on the right. */
export function Bracket({
  league,
  stages,
  fixtures,
}: {
  league: LeagueView;
  stages: readonly (readonly BracketMatch[])[];
  fixtures: readonly LeagueFixture[];
}) {
  const members = new Map(league.players.map((member) => [member.playerId, member]));
  const byId = new Map(fixtures.map((fixture) => [fixture.matchId, fixture]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a bracket that scrolls must be reachable by the keyboard.
    <section className={classes.scroll} aria-label="Stages of the knockout" tabIndex={0}>
      <p className={classes.hint}>The later stages are to the right.</p>
      <ol className={classes.stages}>
        {stages.map((matches, stage) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stages have no id but their place.
          <li key={stage} className={classes.stage}>
            <h3 className={classes.title}>{stageName(stages.length - stage)}</h3>
            <ol className={classes.matches}>
              {matches.map((match, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places of a bracket have no id but their place.
                <li key={place} className={classes.place} data-side={place % 2 === 0 ? 'upper' : 'lower'}>
                  <Meeting league={league} match={match} members={members} fixtures={byId} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Meeting({
  league,
  match,
  members,
  fixtures,
}: {
  league: LeagueView;
  match: BracketMatch;
  members: ReadonlyMap<string, LeagueMember>;
  fixtures: ReadonlyMap<string, LeagueFixture>;
}) {
  const played = match.fixtures.flatMap((matchId) => fixtures.get(matchId) ?? []);
  return (
    <div className={classes.meeting} data-live={played.some(({ status }) => status === 'active')}>
      {match.players.map((playerId, side) => {
        const member = playerId === null ? undefined : members.get(playerId);
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the two sides of a meeting have no id but their place.
            key={side}
            className={clsx(classes.side, match.winner !== null && match.winner !== playerId && classes.out)}
          >
            {member ? (
              <MemberName member={member} leagueId={league.leagueId} size={20} isWinner={match.winner === playerId} />
            ) : (
              <span className={shared.mutedColor}>{match.isBye ? 'Bye' : 'To be decided'}</span>
            )}
            {member && (
              <span className={classes.scores}>{played.map((fixture) => scoreOf(fixture, member.playerId))}</span>
            )}
          </div>
        );
      })}
      {played.length > 0 && (
        <p className={classes.links}>
          {played.map((fixture, at) => (
            <FixtureLink
              key={fixture.matchId}
              leagueId={league.leagueId}
              fixture={fixture}
              isWhole={at === played.length - 1}
            />
          ))}
          {match.decidedBySeed && <span>the better seed goes on</span>}
        </p>
      )}
    </div>
  );
}

/** To the board of a match that is played, and to the account of one that is over; `isWhole`: from the whole meeting. */
function FixtureLink({ leagueId, fixture, isWhole }: { leagueId: string; fixture: LeagueFixture; isWhole: boolean }) {
  const { matchId, status, gameSessionId } = fixture;
  if (status === 'scheduled') return <span>not begun</span>;
  const isLive = status === 'active' && gameSessionId !== null;
  return (
    <Link
      className={isWhole ? classes.whole : undefined}
      href={isLive ? `/matches/${gameSessionId}` : fixturePath(leagueId, matchId)}
      aria-label={isLive ? `Watch match ${matchId}` : `How match ${matchId} went`}
    >
      {isLive ? 'Watch live' : 'How it went'}
    </Link>
  );
}

/** The score of a player in a fixture, so far or at the end. */
function scoreOf({ matchId, first, scores }: LeagueFixture, playerId: string) {
  return scores && <span key={matchId}>{scores[first === playerId ? 0 : 1]}</span>;
}
