'use client';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { ActivityLine } from './activity-line';
import { request, toFailure } from './request';

const answerSchema = z.object({ activity: z.array(z.custom<ActivityLine>((line) => typeof line === 'object')) });

/** A failed wait is repeated after this time. */
const RETRY_MS = 2_000;
/** The least time between two waits: a busy agent does not make the page ask without pause. */
const PAUSE_MS = 500;
/** Lines that the page keeps. */
const MAX_LINES = 500;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Merges new lines into those shown, the newest first, each once. */
export function mergeLines(shown: readonly ActivityLine[], fresh: readonly ActivityLine[]): ActivityLine[] {
  const lines = new Map([...shown, ...fresh].map((line) => [line.id, line]));
  return [...lines.values()]
    .sort((a, b) => (a.at === b.at ? b.id.localeCompare(a.id) : b.at.localeCompare(a.at)))
    .slice(0, MAX_LINES);
}

/** The calls of the page and, while `enabled`, those that follow. `search` holds the filters as REST names them. */
export function useActivityTail(
  first: readonly ActivityLine[],
  search: string,
  enabled: boolean,
): { lines: readonly ActivityLine[]; state: 'off' | 'live' | 'cut' } {
  const [lines, setLines] = useState(first);
  const [cut, setCut] = useState(false);
  const newest = useRef(first[0]?.at ?? new Date().toISOString());

  useEffect(() => {
    setLines(first);
    if (first[0]) newest.current = first[0].at;
  }, [first]);

  useEffect(() => {
    if (!enabled) return;
    const leaving = new AbortController();
    void (async () => {
      while (!leaving.signal.aborted) {
        try {
          const query = new URLSearchParams(search);
          query.set('after', newest.current);
          const path = `/api/console/activity/tail?${query}`;
          const { activity } = await request({ method: 'GET', path, answer: answerSchema, signal: leaving.signal });
          setCut(false);
          if (activity[0]) {
            newest.current = activity[0].at;
            setLines((shown) => mergeLines(shown, activity));
          }
          await sleep(PAUSE_MS);
        } catch (thrown) {
          if (leaving.signal.aborted) return;
          setCut(true);
          const { status } = toFailure(thrown);
          if (status >= 400 && status < 500 && status !== 429) return;
          await sleep(RETRY_MS);
        }
      }
    })();
    return () => leaving.abort();
  }, [enabled, search]);

  return { lines, state: enabled ? (cut ? 'cut' : 'live') : 'off' };
}
