import { EmbedButton } from '@/components/match/embed-button';
import classes from './league-screen.module.css';
import { leaguePath } from './paths';
import type { LeagueView } from './types';

/** Ways to follow a league elsewhere: a table for other pages, and feeds of its results. */
export function LeagueLinks({ league }: { league: LeagueView }) {
  const path = leaguePath(league.leagueId);
  return (
    <p className={classes.links}>
      <EmbedButton
        path={`/embed${path}`}
        title={league.name}
        what="league"
        about="The table updates while the league runs, and links back to this page."
      />
      <span>Results:</span>
      <a href={`${path}/feed.xml`}>Atom feed</a>
      <a href={`${path}/feed.json`}>JSON Feed</a>
    </p>
  );
}
