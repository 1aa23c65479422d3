import { BracketNight } from '@/app/bracket-night';
import { siteOrigin } from '@/app/origin';
import { RecordedMatches } from '@/app/recorded-matches';
import { Connect } from '@/components/home/connect';
import { HomeScreen } from '@/components/home/home-screen';
import { WayOn } from '@/components/match/board-links';
import { withDrawnFields } from '@/components/match/drawn-fields';
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
      wayOn={<WayOn />}
    />
  );
}
