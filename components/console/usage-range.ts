/** The ranges of the usage page, in days. */
export const USAGE_RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

const DEFAULT_DAYS = 30;

/** The days of a range in the address; 30 for anything else. */
export function toDays(value: string | null): number {
  return Number(USAGE_RANGES.find((range) => range.value === value)?.value ?? DEFAULT_DAYS);
}
