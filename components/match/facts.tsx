import { fixturePath, leaguePath } from '@/components/league/paths';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { duration, gameClockText } from '@/components/ui/time';
import type { FixturePlace } from '@/lib/domain/leagues';
import classes from './facts.module.css';
import type { MatchSnapshot } from './types';

const KIND_LABELS: Record<string, string> = {
  exhibition: 'Exhibition between house bots',
  lobby: 'Match from a lobby',
  league: 'League match',
  town: 'Match in town',
};

function kindText({ kind, players }: MatchSnapshot): string {
  if (kind === 'solo') return players.length === 1 ? 'Played alone' : 'Practice against a house bot';
  return KIND_LABELS[kind] ?? kind;
}

/** A match with a person counts in the ranking of people, not of agents. */
function ratedText({ rated, unrated, players }: MatchSnapshot): string {
  if (!rated || unrated) return ', unrated';
  return players.some((player) => player.kind === 'human') ? ', rated among people' : ', rated';
}

/** The kind, time and clock of a match. */
export function Facts({ match, league }: { match: MatchSnapshot; league: FixturePlace | null }) {
  return (
    <dl className={classes.facts}>
      <dt>Kind</dt>
      <dd>
        {kindText(match)}
        {match.kind !== 'exhibition' && ratedText(match)}
      </dd>
      {league && (
        <>
          <dt>League</dt>
          <dd>
            <Link href={`${leaguePath(league.leagueId)}?round=${league.roundId}`}>
              <bdi>{league.leagueName}</bdi>
            </Link>
            , <Link href={fixturePath(league.leagueId, league.matchId)}>{league.matchId}</Link>
          </dd>
        </>
      )}
      {match.unrated && (
        <>
          <dt>Not rated</dt>
          <dd>{match.unrated.message}</dd>
        </>
      )}
      <dt>Began</dt>
      <dd>
        <RelativeTime at={match.started_at} />
      </dd>
      {match.ended_at && (
        <>
          <dt>Lasted</dt>
          <dd>{duration(Date.parse(match.ended_at) - Date.parse(match.started_at))}</dd>
        </>
      )}
      {match.clock.game_clock && (
        <>
          <dt>Time limit</dt>
          <dd>{gameClockText(match.clock.game_clock.base_ms, match.clock.game_clock.increment_ms)}</dd>
        </>
      )}
      {match.clock.limit_ms !== null && !match.clock.game_clock && (
        <>
          <dt>Time limit</dt>
          <dd>{duration(match.clock.limit_ms)} a move</dd>
        </>
      )}
    </dl>
  );
}
