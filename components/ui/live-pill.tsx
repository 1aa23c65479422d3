'use client';
import clsx from 'clsx';
import classes from './live-pill.module.css';
import { useNow } from './use-now';

/** The state of the connection to a stream. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'stale';

/**
 * LIVE, reconnecting… or stale with its age. `heardAtMs` is the time of the last message from the server (epoch ms); `liveText` stands
 * in place of LIVE where `isWaiting`: no player moves right now. Screen readers announce the state, and no time that passes.
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
  const waitingText = state === 'live' && isWaiting && liveText;
  return (
    <span className={clsx(classes.pill, !waitingText && classes[state])}>
      <span className={classes.dot} aria-hidden />
      <span>
        <span role="status">{state === 'live' ? !isWaiting && liveText : STATE_LABELS[state]}</span>
        {waitingText}
        {state === 'stale' && ` ${ageS} s`}
      </span>
    </span>
  );
}

const STATE_LABELS = { connecting: 'connecting…', reconnecting: 'reconnecting…', stale: 'stale' };
