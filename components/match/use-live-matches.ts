'use client';
import { useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import { withDrawnFields } from './drawn-fields';
import type { ListedMatch } from './types';

/** The running matches, the most interesting first, kept current by the stream `live` while `enabled`. */
export function useLiveMatches(initial: readonly ListedMatch[], enabled = true): readonly ListedMatch[] {
  const [live, setLive] = useState(initial);
  useStream({
    stream: 'live',
    enabled,
    onSnapshot: (snapshot) =>
      setLive((snapshot as { matches: ListedMatch[] }).matches.map((match) => withDrawnFields(match))),
    onEvents: (events) =>
      setLive((before) =>
        events.reduce((after, { type, data }) => {
          const rest = after.filter(({ match_id }) => match_id !== data.match_id);
          if (type === 'match_listed') return [...rest, withDrawnFields(data.match as ListedMatch)];
          if (type === 'match_left') return rest;
          // A match that is over stays in the list until it leaves.
          return data.status === 'completed' || data.status === 'cancelled' ? rest : after;
        }, before),
      ),
  });
  return live;
}
