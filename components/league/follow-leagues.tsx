'use client';
import { useFreshPage } from '@/components/live/use-fresh-page';
import { useStream } from '@/components/live/use-stream';

/** Every match of a league is news; a page that shows several is read again at most this often. */
const PAUSE_MS = 3_000;

/** Reads the page again when a league opens, starts, ends a round or completes. Draws nothing. */
export function FollowLeagues() {
  const look = useFreshPage(PAUSE_MS);
  useStream({ stream: 'leagues', onSnapshot: (_, isAgain) => isAgain && look(), onEvents: look });
  return null;
}
