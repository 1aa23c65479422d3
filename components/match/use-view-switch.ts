'use client';
import { useEffect, useState } from 'react';
import type { StreamStatus } from '@/components/live/use-stream';
import type { MatchEvent, MatchSnapshot } from './types';
import { useMatch, type WatchedMatch } from './use-match';

export interface SwitchableMatch extends WatchedMatch {
  view: 'public' | 'omniscient';
  setView: (view: 'public' | 'omniscient') => void;
  /** Why the omniscient view was refused the last time. */
  refusal: string | null;
  /** Why the match cannot be followed, unless `refusal` says the same. */
  failure: StreamStatus['failure'];
}

/** Follows a match, in the public view or, if the viewer may have it, in the omniscient view. */
export function useViewSwitch(
  snapshot: MatchSnapshot,
  history: readonly MatchEvent[],
  hasSeat: boolean,
): SwitchableMatch {
  const [view, setView] = useState<'public' | 'omniscient'>('public');
  const [refusal, setRefusal] = useState<string | null>(null);
  const watched = useMatch(snapshot, history, view, hasSeat);
  const { failure } = watched.status;
  const refused = view === 'omniscient' ? failure : null;
  // A viewer who may not have the omniscient view goes back to the public one.
  useEffect(() => {
    if (!refused) return;
    setRefusal(refused.message);
    setView('public');
  }, [refused]);
  const isKnown = refused !== null || failure?.message === refusal;
  return { ...watched, view, setView, refusal, failure: isKnown ? null : failure };
}
