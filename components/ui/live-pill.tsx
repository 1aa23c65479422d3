'use client';
import clsx from 'clsx';
import classes from './live-pill.module.css';
import { useNow } from './use-now';

/** The state of the connection to a stream. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'stale';

/**
 * LIVE, reconnecting… or stale with its age. `heardAtMs` is the time of the last message from the server (epoch ms); `liveText` stands
 * in place of LIVE where `isWaiting`: no player moves right now.
 */
export function LivePill({
  state,
  heardAtMs,
  liveText = 'LIVE',
  isWaiting = false,
}: {
  state: LiveState;
  heardAtMs: number | null;
  liveText?: string;
  isWaiting?: boolean;
}) {
  const nowMs = useNow(1000);
  const ageS = heardAtMs === null ? 0 : Math.max(0, Math.round((nowMs - heardAtMs) / 1000));
  return (
    <span className={clsx(classes.pill, !(isWaiting && state === 'live') && classes[state])} role="status">
      <span className={classes.dot} aria-hidden />
      {state === 'live' ? liveText : stateLabel(state, ageS)}
    </span>
  );
}

function stateLabel(state: Exclude<LiveState, 'live'>, ageS: number): string {
  if (state === 'connecting') return 'connecting…';
  if (state === 'reconnecting') return 'reconnecting…';
  return `stale ${ageS} s`;
}
