'use client';
import { useState } from 'react';
import { noteServerTime, serverOffsetMs } from '@/components/live/server-clock';
import type { StreamStatus } from '@/components/live/use-stream';
import { useStream } from '@/components/live/use-stream';
import type { WatchedEvent } from '@/lib/domain/streams';
import { addEvent, createTimeline, type Timeline } from './timeline';
import type { MatchEvent, MatchSnapshot } from './types';

/** Sorts before every event id, so that the stream starts with the first event. */
const BEFORE_FIRST_EVENT = '00000000000000000000000000';
/** Ratings follow the end of a match; after this time no event follows. */
const FINAL_AFTER_MS = 60_000;

export interface WatchedMatch {
  timeline: Timeline;
  status: StreamStatus;
  /** Server time minus browser time, ms. */
  offsetMs: number;
}

interface Watched {
  timeline: Timeline;
  /** The view that the timeline was made for. */
  view: 'public' | 'omniscient';
}

const isFinal = (match: MatchSnapshot) =>
  match.status !== 'active' && match.ended_at !== null && Date.now() - Date.parse(match.ended_at) > FINAL_AFTER_MS;

/**
 * Follows a match from what the server rendered. `view` selects the stream; a player keeps following after the end,
 * because a rematch may be offered.
 */
export function useMatch(
  snapshot: MatchSnapshot,
  history: readonly MatchEvent[],
  view: 'public' | 'omniscient',
  hasSeat = false,
): WatchedMatch {
  const [watched, setWatched] = useState<Watched>(() => {
    noteServerTime(snapshot.clock.server_time);
    return { timeline: createTimeline(snapshot, history), view: 'public' };
  });
  const isPublic = watched.view === 'public' && view === 'public';

  const status = useStream({
    stream: `match:${snapshot.match_id}`,
    view,
    after: isPublic ? watched.timeline.cursor || null : BEFORE_FIRST_EVENT,
    enabled: hasSeat || view === 'omniscient' || !isFinal(watched.timeline.match),
    onSnapshot: (fresh) => setWatched({ timeline: createTimeline(fresh as MatchSnapshot, []), view }),
    onEvents: (events: WatchedEvent[]) => {
      for (const event of events) noteServerTime(event.at);
      setWatched((before) => {
        const base =
          before.view === view
            ? before.timeline
            : { ...before.timeline, lines: [], notes: [], newSentences: [], cursor: '' };
        return { timeline: events.reduce(addEvent, base), view };
      });
    },
  });
  return { timeline: watched.timeline, status, offsetMs: serverOffsetMs() };
}
