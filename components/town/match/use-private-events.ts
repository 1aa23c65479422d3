'use client';
import { useEffect, useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import type { MatchEvent } from '@/components/match/types';

/**
 * What the viewer's own seat reads and spectators do not, oldest first.
 * @param beforeFirst sorts before every event id
 */
export function usePrivateEvents(matchId: string, enabled: boolean, beforeFirst: string): readonly MatchEvent[] {
  const [events, setEvents] = useState<readonly MatchEvent[]>([]);
  useStream({
    stream: `seat:${matchId}`,
    after: beforeFirst,
    enabled,
    onSnapshot: () => {},
    onEvents: (fresh) => {
      const own = fresh.map((event) => ({ ...event, audience: 'own seat' }));
      setEvents((before) => [...before, ...own]);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match begins with nothing
  useEffect(() => () => setEvents([]), [matchId, enabled]);
  return events;
}
