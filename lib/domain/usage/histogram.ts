/** Upper ends of the buckets in milliseconds: 1, 2, 4 … 65,536; the last bucket has no end. */
const BOUNDS_MS = Array.from({ length: 17 }, (_, index) => 2 ** index);

/** How many durations of calls fell into each bucket. */
export type Histogram = number[];

export const BUCKETS = BOUNDS_MS.length + 1;

export const emptyHistogram = (): Histogram => new Array<number>(BUCKETS).fill(0);

/** The bucket of a duration. */
export function bucketOf(durationMs: number): number {
  const index = BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return index === -1 ? BOUNDS_MS.length : index;
}

/**
 * The duration that a share of the calls did not exceed, in milliseconds, as exact as the buckets: at most half or twice
 * the true one. Null without calls. @param share 0 to 1
 */
export function percentile(histogram: Histogram, share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [bucket, count] of histogram.entries()) {
    if (count > 0 && left <= count) {
      const from = bucket === 0 ? 0 : (BOUNDS_MS[bucket - 1] ?? 0);
      const to = BOUNDS_MS[bucket] ?? from * 2;
      return Math.round(from + ((to - from) * left) / count);
    }
    left -= count;
  }
  return null;
}
