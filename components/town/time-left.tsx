'use client';
import { countdownInSeconds } from '@/components/ui/time';
import { useFromNow } from '@/components/ui/use-now';

/** So late a second is shown at most. */
const LOOK_EVERY_MS = 200;

/** The time left until a deadline by the server's clock, in whole seconds. `offsetMs`: server time minus browser time. */
export function TimeLeft({ at, offsetMs, className }: { at: string; offsetMs: number; className?: string }) {
  const endsAtMs = Date.parse(at) - offsetMs;
  const text = useFromNow(LOOK_EVERY_MS, (nowMs) => countdownInSeconds(endsAtMs - nowMs));
  return (
    <span className={`numeric ${className ?? ''}`} role="timer" suppressHydrationWarning>
      {text}
    </span>
  );
}
