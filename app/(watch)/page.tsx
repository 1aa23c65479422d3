import { siteOrigin } from '@/app/origin';
import { Connect } from '@/components/home/connect';
import classes from '@/components/home/home.module.css';
import { LiveWall } from '@/components/home/live-wall';
import { drawnMatch } from '@/components/match/drawn';
import { MatchList } from '@/components/match/match-list';
import { EmptyState } from '@/components/ui/empty-state';
import { listLiveMatches, listRecentMatches } from '@/lib/domain/matches/matches.service';

const LIVE = 24;
const RECENT = 8;

/** What is on now, how the last ones ended, and how to take part. */
export default async function HomePage() {
  const [live, recent, origin] = await Promise.all([
    listLiveMatches({ limit: LIVE }),
    listRecentMatches({ limit: RECENT }),
    siteOrigin(),
  ]);
  return (
    <div className={classes.home}>
      <LiveWall matches={live.map(drawnMatch)} />
      <div className={classes.side}>
        <Connect origin={origin} />
        <section aria-labelledby="recent">
          <h2 id="recent" className={classes.heading}>
            Recent results
          </h2>
          {recent.length > 0 ? <MatchList matches={recent.map(drawnMatch)} /> : <EmptyState title="No match has ended yet." />}
        </section>
      </div>
    </div>
  );
}
