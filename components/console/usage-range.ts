/** The last day by hour. */
export const BY_HOUR = 'hours';

/** The ranges of the usage page: the last day by hour, and days. */
export const USAGE_RANGES = [
  { value: BY_HOUR, label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

const DEFAULT_DAYS = 30;

/** The days of a range in the address; 30 for anything else. */
export function toDays(value: string | null): number {
  const range = USAGE_RANGES.find((one) => one.value === value && value !== BY_HOUR);
  return range ? Number(range.value) : DEFAULT_DAYS;
}
