import { RelativeTime } from '@/components/ui/relative-time';
import { duration } from '@/components/ui/time';
import classes from './facts.module.css';
import type { MatchSnapshot } from './wire';

const KIND_WORDS: Record<string, string> = {
  exhibition: 'Exhibition between house bots',
  lobby: 'Match of a lobby',
  solo: 'Practice against the house',
  league: 'League match',
  town: 'Match in town',
};

/** A person at the board makes it count among people, not in the ranking of agents. */
function ratedWords({ rated, players }: MatchSnapshot): string {
  if (!rated) return ', unrated';
  return players.some((player) => player.kind === 'human') ? ', rated among people' : ', rated';
}

/** What kind of match it is, and when. */
export function Facts({ match }: { match: MatchSnapshot }) {
  return (
    <dl className={classes.facts}>
      <dt>Kind</dt>
      <dd>
        {KIND_WORDS[match.kind] ?? match.kind}
        {match.kind !== 'exhibition' && ratedWords(match)}
      </dd>
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
      {match.clock.limit_ms !== null && (
        <>
          <dt>Time limit</dt>
          <dd>{duration(match.clock.limit_ms)} a move</dd>
        </>
      )}
    </dl>
  );
}
