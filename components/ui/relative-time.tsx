'use client';
import { relativeTime } from './time';
import { useNow } from './use-now';

/** A relative time, with the absolute one on hover. `at` is ISO 8601. A live region around it does not announce that it passes. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const nowMs = useNow(1000);
  const atMs = Date.parse(at);
  const exact = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
  return (
    <time dateTime={at} title={exact} className={className} aria-live="off" suppressHydrationWarning>
      {relativeTime(atMs, nowMs)}
    </time>
  );
}
