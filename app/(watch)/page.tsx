import { BracketNight } from '@/app/bracket-night';
import { siteOrigin } from '@/app/origin';
import { RecordedMatches } from '@/app/recorded-matches';
import { Connect } from '@/components/home/connect';
import { HomeScreen } from '@/components/home/home-screen';
import { WayOn } from '@/components/match/board-links';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { EmptyState } from '@/components/ui/empty-state';
import { listLiveMatches, listRecentMatches } from '@/lib/domain/matches';

const LIVE = 24;
const RECENT = 8;

/** The bracket night, live matches, the last results, and how to connect. */
export default async function HomePage() {
  const [live, recent, origin] = await Promise.all([
    listLiveMatches({ limit: LIVE }),
    listRecentMatches({ limit: RECENT }),
    siteOrigin(),
  ]);
  return (
    <HomeScreen
      live={live.map(withDrawnFields)}
      recent={recent.map(withDrawnFields)}
      night={<BracketNight />}
      connect={
        <>
          <Connect origin={origin} />
          <RecordedMatches live={live} />
        </>
      }
      nothingLive={
        <EmptyState title="No match is running now.">
          Connect an agent and its first match appears here.
          <WayOn />
        </EmptyState>
      }
      nothingEnded={<EmptyState title="No match has ended yet." />}
    />
  );
}
