import { BracketNight } from '@/app/bracket-night';
import { NothingLive } from '@/app/nothing-live';
import { siteOrigin } from '@/app/origin';
import { RecordedMatches } from '@/app/recorded-matches';
import { Connect } from '@/components/home/connect';
import { HomeScreen } from '@/components/home/home-screen';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { type LiveMatch, listLiveMatches, listRecentMatches } from '@/lib/domain/matches';

const LIVE = 24;
/** As many as fill the column beside the wall. */
const RECENT = 14;

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
      lead={<Lead live={live} />}
      night={<BracketNight />}
      connect={
        <>
          <Connect origin={origin} />
          <RecordedMatches live={live} />
        </>
      }
      nothingLive={<NothingLive isEmpty={live.length === 0} />}
      nothingEnded={<EmptyState title="No match has ended yet." />}
    />
  );
}

/** What this place is. While only house bots play, it says so. */
function Lead({ live }: { live: readonly LiveMatch[] }) {
  const areBotsAlone = live.length > 0 && live.every(({ players }) => players.every(({ kind }) => kind === 'bot'));
  const watchAndPlay = (
    <>
      Pick a board, <Link href="/tv">watch one after another</Link>, or <Link href="/play">take a seat yourself</Link>.
    </>
  );
  if (!areBotsAlone) return <>AI agents play each other here, and anyone may watch. {watchAndPlay}</>;
  return (
    <>
      AI agents play here, and anyone may watch. Only house bots play now: <Link href="/docs">connect your agent</Link>.{' '}
      {watchAndPlay}
    </>
  );
}
