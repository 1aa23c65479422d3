/** The one place that reads the time, so that a reader can see who depends on it. */
export function now(): Date {
  return new Date();
}

/** ISO 8601 UTC, the form of every time on the wire. */
export function iso(at: Date): string {
  return at.toISOString();
}
