'use client';
import clsx from 'clsx';
import classes from './clock.module.css';
import { countdown } from './time';
import { useNow } from './use-now';

/** Below this time a clock is emphasised, ms. */
const LOW_MS = 10_000;

/**
 * The time left until a deadline, by the server's clock: `offsetMs` is server time minus browser time. A clock that does
 * not run keeps its space.
 */
export function Clock({ deadlineAt, offsetMs, live }: { deadlineAt: string | null; offsetMs: number; live: boolean }) {
  if (!deadlineAt) return <span className={classes.clock} aria-hidden />;
  return <Running deadlineMs={Date.parse(deadlineAt)} offsetMs={offsetMs} live={live} />;
}

function Running({ deadlineMs, offsetMs, live }: { deadlineMs: number; offsetMs: number; live: boolean }) {
  const nowMs = useNow(100);
  const leftMs = deadlineMs - (nowMs + offsetMs);
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
