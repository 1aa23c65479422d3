'use client';
import { useEffect } from 'react';
import { PageSignal } from './page-signal';

let tab: PageSignal | null = null;

/** The signal of this tab. */
function signalOfTab(): PageSignal {
  tab ??= new PageSignal(
    window,
    (matchId, is_open) =>
      void fetch(`/api/play/matches/${matchId}/page`, {
        method: 'POST',
        credentials: 'same-origin',
        // The request outlives the page.
        keepalive: true,
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ is_open }),
      }).catch(() => {}),
  );
  return tab;
}

/**
 * Notifies the server that the page of a running match is open, and when it is closed: two minutes after the last page of a
 * player was closed, the match is given up. Other pages of the site do not close it. No effect unless `isPlaying`.
 */
export function usePageSignal(matchId: string, isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return;
    const signal = signalOfTab();
    signal.open(matchId);
    return () => signal.leave();
  }, [matchId, isPlaying]);
  useEffect(() => {
    if (!isPlaying) tab?.end(matchId);
  }, [matchId, isPlaying]);
}
