'use client';
import clsx from 'clsx';
import classes from './clock.module.css';
import { countdown } from './time';
import { useNow } from './use-now';

/** Below this time a clock is emphasised, ms. */
const LOW_MS = 10_000;

export interface ClockProps {
  deadlineAt: string | null;
  /** What is left on a clock that does not run; null without one. */
  leftMs?: number | null;
  /** The time limit; no clock shows more. */
  limitMs?: number | null;
  offsetMs: number;
  live: boolean;
}

/**
 * The time left until a deadline, by the server's clock: `offsetMs` is server time minus browser time. A clock that does
 * not run keeps its space.
 */
export function Clock({ deadlineAt, leftMs = null, limitMs = null, offsetMs, live }: ClockProps) {
  if (deadlineAt)
    return <Running deadlineMs={Date.parse(deadlineAt)} limitMs={limitMs} offsetMs={offsetMs} live={live} />;
  if (leftMs === null) return <span className={classes.clock} aria-hidden />;
  return <span className={classes.clock}>{countdown(leftMs)}</span>;
}

interface RunningProps extends Pick<ClockProps, 'offsetMs' | 'live'> {
  deadlineMs: number;
  limitMs: number | null;
}

function Running({ deadlineMs, limitMs, offsetMs, live }: RunningProps) {
  const nowMs = useNow(100);
  const leftMs = Math.min(limitMs ?? Number.POSITIVE_INFINITY, deadlineMs - (nowMs + offsetMs));
  return (
    <span
      className={clsx(classes.clock, live && classes.running, leftMs < LOW_MS && classes.low)}
      role="timer"
      suppressHydrationWarning
    >
      {countdown(leftMs)}
    </span>
  );
}
