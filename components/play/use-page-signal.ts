'use client';
import { useEffect } from 'react';

/** An open page says so this often: so that closing one of two pages gives nothing up. */
const REPEAT_MS = 45_000;

/**
 * Notifies the server that the page of a running match is open, and when it is closed: two minutes after the last page of a
 * player was closed, the match is given up. No effect unless `isPlaying`.
 */
export function usePageSignal(matchId: string, isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return;
    const notify = (is_open: boolean) =>
      void fetch(`/api/play/matches/${matchId}/page`, {
        method: 'POST',
        credentials: 'same-origin',
        // The request outlives the page.
        keepalive: true,
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ is_open }),
      }).catch(() => {});
    const noteOpen = () => notify(true);
    const noteClosed = () => notify(false);
    noteOpen();
    const timer = setInterval(noteOpen, REPEAT_MS);
    window.addEventListener('pageshow', noteOpen);
    window.addEventListener('pagehide', noteClosed);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pageshow', noteOpen);
      window.removeEventListener('pagehide', noteClosed);
      noteClosed();
    };
  }, [matchId, isPlaying]);
}
