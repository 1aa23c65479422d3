'use client';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useStream } from '@/components/live/use-stream';
import type { Activity } from '@/lib/domain/console';
import { request, toFailure } from './request';

const answerSchema = z.object({ activity: z.array(z.custom<Activity>((line) => typeof line === 'object')) });

/** A failed read is repeated after this time. */
const RETRY_MS = 2_000;
/** Lines of other processes may be stored a little later than newer ones: they are read again. */
const OVERLAP_MS = 5_000;
/** Lines that the page keeps. */
const MAX_LINES = 500;

/** Merges new lines into those shown, the newest first, each once. */
function mergeLines(present: readonly Activity[], fresh: readonly Activity[]): Activity[] {
  const lines = new Map([...present, ...fresh].map((line) => [line.id, line]));
  return [...lines.values()]
    .sort((a, b) => (a.at === b.at ? b.id.localeCompare(a.id) : b.at.localeCompare(a.at)))
    .slice(0, MAX_LINES);
}

/** The calls of the page and, while `enabled`, those that follow. `search` holds the filters as REST names them. */
export function useActivityTail(
  first: readonly Activity[],
  search: string,
  enabled: boolean,
): { lines: readonly Activity[]; state: 'off' | 'live' | 'cut' } {
  const [lines, setLines] = useState(first);
  const [hasFailed, setHasFailed] = useState(false);
  const newest = useRef(first[0]?.at ?? new Date().toISOString());
  const [wanted, setWanted] = useState(0);
  const look = () => setWanted((before) => before + 1);

  useEffect(() => {
    setLines(first);
    if (first[0]) newest.current = first[0].at;
  }, [first]);

  const { state } = useStream({
    stream: 'owner',
    enabled,
    onSnapshot: look,
    onEvents: (events) => events.some(({ type }) => type === 'calls_changed') && look(),
  });

  useEffect(() => {
    if (!enabled || wanted === 0) return;
    const leaving = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const query = new URLSearchParams(search);
    const since = new Date(Date.parse(newest.current) - OVERLAP_MS).toISOString();
    query.set('since', [query.get('since') ?? since, since].sort().at(-1) ?? since);
    request({
      method: 'GET',
      path: `/api/console/activity?${query}`,
      answer: answerSchema,
      signal: leaving.signal,
    }).then(
      ({ activity }) => {
        setHasFailed(false);
        if (!activity[0]) return;
        newest.current = activity[0].at;
        setLines((present) => mergeLines(present, activity));
      },
      (thrown) => {
        if (leaving.signal.aborted) return;
        setHasFailed(true);
        const { status } = toFailure(thrown);
        if (status >= 400 && status < 500 && status !== 429) return;
        retry = setTimeout(() => setWanted((before) => before + 1), RETRY_MS);
      },
    );
    return () => {
      leaving.abort();
      clearTimeout(retry);
    };
  }, [enabled, search, wanted]);

  const isLive = !hasFailed && (state === 'live' || state === 'connecting');
  return { lines, state: enabled ? (isLive ? 'live' : 'cut') : 'off' };
}
