'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveState } from '@/components/ui/live-pill';
import type { WatchedEvent } from '@/lib/domain/streams';
import { Follower } from './follow';

/** After this time without a connection the page counts as stale. */
const STALE_AFTER_MS = 10_000;

export interface StreamOptions {
  stream: string;
  view?: 'public' | 'omniscient';
  /** The cursor of the server-rendered state. */
  after?: string | null;
  /** False: the stream is not followed. */
  enabled?: boolean;
  /** `isAgain`: it is not the first one, so that events between the two are missing. */
  onSnapshot: (snapshot: unknown, isAgain: boolean) => void;
  onEvents: (events: WatchedEvent[]) => void;
}

export interface StreamStatus {
  state: LiveState;
  /** Time of the last message from the server, epoch ms; null before the first. */
  heardAtMs: number | null;
  spectators: number | null;
  /** What the reader sees of the stream; absent before the first answer. */
  view?: string;
  /** Why the stream cannot be followed. */
  failure: { code: string; message: string } | null;
}

const BEGINNING: StreamStatus = { state: 'connecting', heardAtMs: null, spectators: null, failure: null };

/** Follows a stream while the component is mounted, without polling. */
export function useStream({ stream, view, after, enabled = true, onSnapshot, onEvents }: StreamOptions): StreamStatus {
  const [status, setStatus] = useState<StreamStatus>(BEGINNING);
  const takeSnapshot = useEffectEvent(onSnapshot);
  const takeEvents = useEffectEvent(onEvents);
  const startAfter = useEffectEvent(() => after);

  useEffect(() => {
    if (!enabled) return;
    let stale: ReturnType<typeof setTimeout> | null = null;
    const update = (change: Partial<StreamStatus>) => setStatus((before) => ({ ...before, ...change }));
    update({ failure: null });
    const follower = new Follower({
      stream,
      view,
      after: startAfter(),
      onSnapshot: takeSnapshot,
      onEvents: (events) => {
        update({ heardAtMs: Date.now() });
        takeEvents(events);
      },
      onSpectators: (spectators) => update({ spectators }),
      onView: (view) => update({ view }),
      onState: (state, failure) => {
        if (state !== 'live' && state !== 'lost') {
          // Each attempt reports again that it failed; a page without a connection is stale all the same.
          stale ??= setTimeout(() => update({ state: 'stale' }), STALE_AFTER_MS);
          setStatus((before) => (before.state === 'stale' ? before : { ...before, state }));
          return;
        }
        if (stale) clearTimeout(stale);
        stale = null;
        if (state === 'live') update({ state, heardAtMs: Date.now(), failure: null });
        else update({ state: 'stale', failure: failure ?? null });
      },
    });
    return () => {
      if (stale) clearTimeout(stale);
      follower.stop();
    };
  }, [stream, view, enabled]);

  return status;
}
