'use client';

/** The largest measured difference, ms; null before the first one. */
let largestMs: number | null = null;

/**
 * Measures the server's clock by a time that it wrote, ISO 8601. A message takes time to arrive, and a page that is opened
 * again has old ones, so the largest difference to the browser's clock is the most accurate.
 */
export function noteServerTime(at: string): void {
  largestMs = Math.max(largestMs ?? Number.NEGATIVE_INFINITY, Date.parse(at) - Date.now());
}

/** Server time minus browser time, ms, the same for all clocks of the browser's page. */
export function serverOffsetMs(): number {
  return largestMs ?? 0;
}
