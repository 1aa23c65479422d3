'use client';
import { useRef, useState } from 'react';
import type { StreamStatus } from '@/components/live/use-stream';
import { useStream } from '@/components/live/use-stream';
import type { WatchEvent } from '@/components/live/wire';
import { addEvent, createTimeline, type Timeline } from './timeline';
import type { MatchEvent, MatchSnapshot } from './wire';

/** Sorts before every event: a replay from the beginning. */
const BEFORE_EVERYTHING = '00000000000000000000000000';
/** Ratings follow the end of a match; after that nothing more comes. */
const SETTLED_AFTER_MS = 60_000;

export interface WatchedMatch {
  timeline: Timeline;
  status: StreamStatus;
  /** Server time less the browser's, ms. */
  offsetMs: number;
}

interface Watched {
  timeline: Timeline;
  /** Which way of looking the timeline was made for. */
  view: 'public' | 'omniscient';
}

const isSettled = (match: MatchSnapshot) =>
  match.status !== 'active' && match.ended_at !== null && Date.now() - Date.parse(match.ended_at) > SETTLED_AFTER_MS;

/**
 * A match that goes on: what the server rendered, then every event. `view` changes what the viewer is shown; who
 * holds a seat goes on listening after the end: a rematch may be offered.
 */
export function useMatch(
  snapshot: MatchSnapshot,
  history: readonly MatchEvent[],
  view: 'public' | 'omniscient',
  holdsSeat = false,
): WatchedMatch {
  const [watched, setWatched] = useState<Watched>(() => ({
    timeline: createTimeline(snapshot, history),
    view: 'public',
  }));
  const offsetMs = useRef(Date.parse(snapshot.clock.server_time) - Date.now());
  const isPublic = watched.view === 'public' && view === 'public';

  /** Messages take time, so the largest difference that was seen is the nearest to the truth. */
  const noteServerTime = (at: string) => {
    offsetMs.current = Math.max(offsetMs.current, Date.parse(at) - Date.now());
  };

  const status = useStream({
    stream: `match:${snapshot.match_id}`,
    view,
    after: isPublic ? watched.timeline.cursor : BEFORE_EVERYTHING,
    enabled: holdsSeat || view === 'omniscient' || !isSettled(watched.timeline.match),
    onSnapshot: (fresh) => setWatched({ timeline: createTimeline(fresh as MatchSnapshot, []), view }),
    onEvents: (events: WatchEvent[]) => {
      for (const event of events) noteServerTime(event.at);
      setWatched((before) => {
        const base =
          before.view === view ? before.timeline : { ...before.timeline, lines: [], newSentences: [], cursor: '' };
        return { timeline: events.reduce(addEvent, base), view };
      });
    },
  });
  return { timeline: watched.timeline, status, offsetMs: offsetMs.current };
}
