'use client';
import { countdown } from '@/components/ui/time';
import { useNow } from '@/components/ui/use-now';

/** The time left until a deadline by the server's clock, in whole seconds. `offsetMs`: server time minus browser time. */
export function TimeLeft({ at, offsetMs, className }: { at: string; offsetMs: number; className?: string }) {
  const leftMs = Date.parse(at) - (useNow(1000) + offsetMs);
  return (
    <span className={`figures ${className ?? ''}`} role="timer" suppressHydrationWarning>
      {leftMs < 10_000 ? `0:0${Math.max(0, Math.ceil(leftMs / 1000)) % 10}` : countdown(leftMs)}
    </span>
  );
}
