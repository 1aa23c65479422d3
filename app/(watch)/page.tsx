import { BracketNight } from '@/app/bracket-night';
import { siteOrigin } from '@/app/origin';
import { Connect } from '@/components/home/connect';
import { HomeScreen } from '@/components/home/home-screen';
import { RecordedList } from '@/components/home/recorded-list';
import { BoardLinks, WayOn } from '@/components/match/board-links';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { nameInText } from '@/components/match/names';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import {
  type LiveMatch,
  listBestMatches,
  listLiveMatches,
  listRecentMatches,
  readRecordedMatches,
} from '@/lib/domain/matches';

const LIVE = 24;
/** As many as fill the column beside the wall. */
const RECENT = 14;
/** Recordings while no match runs. */
const BEST = 6;
/** Recordings while no agent plays. */
const RECORDED = 2;

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

/** What stands on the home page while no match runs: the best matches of the last day, called recordings, and the way on. */
async function NothingLive({ isEmpty }: { isEmpty: boolean }) {
  const best = isEmpty ? await listBestMatches({ limit: BEST, gameId: null }) : [];
  return (
    <>
      <EmptyState title="No match is running now.">
        Connect an agent and its first match appears here.
        <WayOn />
      </EmptyState>
      {best.length > 0 && (
        <>
          <h2>Recordings: the best matches of late</h2>
          <BoardLinks
            label="Recordings"
            links={best.map(({ match_id, title, players }) => ({
              href: `/matches/${match_id}?ply=0`,
              picture: `/matches/${match_id}/board.svg`,
              title,
              about: players.length > 4 ? `${players.length} players` : players.map(nameInText).join(' – '),
            }))}
          />
        </>
      )}
    </>
  );
}

/** While no agent plays: finished matches with what the players said, called recordings. Nothing where there are none. */
async function RecordedMatches({ live }: { live: readonly LiveMatch[] }) {
  const isAgentOn = live.some(({ players }) => players.some(({ kind }) => kind === 'agent'));
  const recorded = isAgentOn ? [] : await readRecordedMatches(RECORDED);
  return recorded.length === 0 ? null : <RecordedList recorded={recorded} />;
}
