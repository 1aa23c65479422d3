const HOUR_MS = 3_600_000;

/** The ranges of time that the console offers, as its addresses name them. */
export const TIME_RANGES = [
  { value: '1h', label: 'Last hour', ms: HOUR_MS },
  { value: '24h', label: 'Last 24 hours', ms: 24 * HOUR_MS },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  { value: '30d', label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
] as const;

/** Milliseconds of a range; null for an unknown one or none. */
export function rangeToMs(value: string | null): number | null {
  return TIME_RANGES.find((range) => range.value === value)?.ms ?? null;
}
