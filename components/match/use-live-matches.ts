'use client';
import { useMemo, useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import { useNow } from '@/components/ui/use-now';
import { orderLive } from '@/lib/core/live-order';
import type { LiveMatch } from '@/lib/domain/matches';
import { withDrawnFields } from './drawn-fields';

/** The running matches in the order of `orderLive`, kept current by the stream `live` while `enabled`. */
export function useLiveMatches(initial: readonly LiveMatch[], enabled = true): readonly LiveMatch[] {
  const [live, setLive] = useState(initial);
  const nowMs = useNow(5_000);
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
          if (data.status === 'completed' || data.status === 'cancelled') return rest;
          const changed = data as Partial<LiveMatch>;
          return after.map((match) => (match.match_id === data.match_id ? withChange(match, changed) : match));
        }, before),
      ),
  });
  return useMemo(() => orderLive(live, nowMs), [live, nowMs]);
}

/** A match after an event, which carries the position only when it changed. */
const withChange = (match: LiveMatch, changed: Partial<LiveMatch>): LiveMatch =>
  withDrawnFields({ ...match, ...changed });
