'use client';
import { countdown } from '@/components/ui/time';
import { useNow } from '@/components/ui/use-now';
import classes from './seat-panel.module.css';

/** Below this time the clock is emphasised, ms. */
const URGENT_MS = 15_000;
/** Announced to screen readers, s. */
const ANNOUNCED_AT_S = [30, 10, 5];

/** The time left for the viewer's move, emphasised at the end and announced at 30, 10 and 5 s. */
export function OwnClock({ deadlineAt, offsetMs }: { deadlineAt: string; offsetMs: number }) {
  const leftMs = Date.parse(deadlineAt) - (useNow(100) + offsetMs);
  const leftS = Math.max(0, Math.ceil(leftMs / 1000));
  const announced = ANNOUNCED_AT_S.findLast((second) => leftS <= second);
  return (
    <span className={classes.clock} data-loud={leftMs < URGENT_MS} role="timer" suppressHydrationWarning>
      {countdown(leftMs)}
      <span className="visually-hidden" aria-live="assertive">
        {announced === undefined ? '' : `${announced} seconds left`}
      </span>
    </span>
  );
}
