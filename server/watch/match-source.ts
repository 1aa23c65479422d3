import type { Audience } from '@/lib/core/game';
import { loadLobbySnapshot } from '@/lib/domain/lobbies';
import { loadMatchSnapshot } from '@/lib/domain/matches';
import { joinStream, mayRead, readEvents } from '@/lib/events';
import type { Opening, Source } from './source';
import { noSuchStream, toWire, type WatchedView, type WireEvent } from './wire';

/** Events of one read; a match rarely has more. */
const PAGE = 1_000;
const PUBLIC: readonly Audience[] = ['public'];

/** A match as spectators see it: its lobby first, the game from the start, the result at the end. */
export function matchSource(matchId: string, watched: WatchedView, deliver: (events: WireEvent[]) => void): Source {
  const { stream, view } = watched;
  const audiences = view === 'omniscient' ? 'all' : PUBLIC;
  const joined = joinStream(stream, (events) => {
    const readable = events.filter((event) => mayRead(audiences, event));
    if (readable.length > 0) deliver(readable.map((event) => toWire(event, view)));
  });
  return {
    ready: joined.ready,
    open: () => openMatch(matchId, watched),
    readAfter: async (after) => {
      const events = await readEvents({ stream, after, audiences, limit: PAGE });
      return events.map((event) => toWire(event, view));
    },
    stop: joined.stop,
  };
}

async function openMatch(matchId: string, { stream, view }: WatchedView): Promise<Opening> {
  const viewer = view === 'omniscient' ? 'omniscient' : 'spectator';
  const snapshot = (await loadMatchSnapshot({ matchId, viewer })) ?? (await loadLobbySnapshot(matchId));
  if (!snapshot) throw noSuchStream(stream);
  return { snapshot, cursor: snapshot.cursor };
}
