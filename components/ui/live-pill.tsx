'use client';
import clsx from 'clsx';
import classes from './live-pill.module.css';
import { useNow } from './use-now';

/** How the page hears of news: live, trying to, or not for a while. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'stale';

/** LIVE, reconnecting… or stale with its age. `heardAtMs` is when the server was last heard (epoch ms). */
export function LivePill({ state, heardAtMs }: { state: LiveState; heardAtMs: number | null }) {
  const nowMs = useNow(1000);
  const ageS = heardAtMs === null ? 0 : Math.max(0, Math.round((nowMs - heardAtMs) / 1000));
  return (
    <span className={clsx(classes.pill, classes[state])} role="status">
      <span className={classes.dot} aria-hidden />
      {wordOf(state, ageS)}
    </span>
  );
}

function wordOf(state: LiveState, ageS: number): string {
  if (state === 'live') return 'LIVE';
  if (state === 'connecting') return 'connecting…';
  if (state === 'reconnecting') return 'reconnecting…';
  return `stale ${ageS} s`;
}
