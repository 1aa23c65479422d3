'use client';
import { VisuallyHidden } from '@mantine/core';
import { countdown } from '@/components/ui/time';
import { useNow } from '@/components/ui/use-now';
import classes from './seat-panel.module.css';

/** From here on a clock is loud, ms. */
const LOUD_MS = 15_000;
/** Said aloud when the clock passes them, s. */
const SAID_AT_S = [30, 10, 5];

/** The time that a person has left for the move: quiet at first, loud when it gets short, said at 30, 10 and 5 s. */
export function OwnClock({ deadlineAt, offsetMs }: { deadlineAt: string; offsetMs: number }) {
  const leftMs = Date.parse(deadlineAt) - (useNow(100) + offsetMs);
  const leftS = Math.max(0, Math.ceil(leftMs / 1000));
  const said = SAID_AT_S.findLast((second) => leftS <= second);
  return (
    <span className={classes.clock} data-loud={leftMs < LOUD_MS} role="timer" suppressHydrationWarning>
      {countdown(leftMs)}
      <VisuallyHidden aria-live="assertive">{said === undefined ? '' : `${said} seconds left`}</VisuallyHidden>
    </span>
  );
}
