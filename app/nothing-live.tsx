import { BoardLinks, WayOn } from '@/components/match/board-links';
import { nameInText } from '@/components/match/names';
import { EmptyState } from '@/components/ui/empty-state';
import { listBestMatches } from '@/lib/domain/matches';

const RECORDINGS = 6;

/** What stands on the home page while no match runs: the best matches of the last day, called recordings, and the way on. */
export async function NothingLive({ isEmpty }: { isEmpty: boolean }) {
  const best = isEmpty ? await listBestMatches({ limit: RECORDINGS, gameId: null }) : [];
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
