'use client';
import { useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import type { LiveMatch } from '@/lib/domain/matches';
import { withDrawnFields } from './drawn-fields';

/** The running matches, the most interesting first, kept current by the stream `live` while `enabled`. */
export function useLiveMatches(initial: readonly LiveMatch[], enabled = true): readonly LiveMatch[] {
  const [live, setLive] = useState(initial);
  useStream({
    stream: 'live',
    enabled,
    onSnapshot: (snapshot) =>
      setLive((snapshot as { matches: LiveMatch[] }).matches.map((match) => withDrawnFields(match))),
    onEvents: (events) =>
      setLive((before) =>
        events.reduce((after, { type, data }) => {
          const rest = after.filter(({ match_id }) => match_id !== data.match_id);
          if (type === 'match_listed') return [...rest, withDrawnFields(data.match as LiveMatch)];
          if (type === 'match_left') return rest;
          // A match that is over stays in the list until it leaves.
          return data.status === 'completed' || data.status === 'cancelled' ? rest : after;
        }, before),
      ),
  });
  return live;
}
