'use client';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { request } from '@/components/console/request';
import type { MatchEvent } from '@/components/match/types';

const answerSchema = z.object({
  events: z.array(
    z.object({ id: z.string(), type: z.string(), at: z.string(), data: z.record(z.string(), z.unknown()) }),
  ),
});
/** Pause after a request that failed. */
const RETRY_AFTER_MS = 3_000;

/**
 * What the viewer's own seat reads and spectators do not, oldest first. One request waits for the next of it, with the
 * cookie: no stream carries secrets.
 */
export function usePrivateEvents(matchId: string, enabled: boolean): readonly MatchEvent[] {
  const [events, setEvents] = useState<readonly MatchEvent[]>([]);
  useEffect(() => {
    if (!enabled) return;
    const leaving = new AbortController();
    void follow(matchId, leaving.signal, (fresh) => {
      const own = fresh.map((event) => ({ ...event, audience: 'own seat' }));
      setEvents((before) => [...before, ...own]);
    });
    return () => {
      leaving.abort();
      setEvents([]);
    };
  }, [matchId, enabled]);
  return events;
}

async function follow(matchId: string, signal: AbortSignal, onEvents: (events: MatchEvent[]) => void): Promise<void> {
  let after = '';
  while (!signal.aborted) {
    const path = `/api/play/matches/${matchId}/private-events?after=${after}`;
    const answer = await request({ method: 'GET', path, answer: answerSchema, signal }).catch(() => null);
    if (signal.aborted) return;
    if (!answer) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    else if (answer.events.length > 0) {
      after = answer.events.at(-1)?.id ?? after;
      onEvents(answer.events);
    }
  }
}
