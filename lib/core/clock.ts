let offsetMs = 0;
/** How much the clock that all processes follow is ahead of this host's. */
let aheadMs = 0;

/** The current time. Everything that compares deadlines reads it here, so that all processes agree and tests can set the clock. */
export function now(): Date {
  return new Date(Date.now() + aheadMs + offsetMs);
}

/** The time of ids, epoch ms: the clock that all processes follow, which tests do not set. */
export const idTime = (): number => Date.now() + aheadMs;

/** Corrects the clock of this process by this much from now on, in whole ms: columns of whole numbers refuse parts of them. */
export function followClock(ms: number): void {
  aheadMs = Math.round(ms);
}

/** Moves the clock of this process forward. For tests: instead of waiting, or of changing stored deadlines. */
export function advanceClock(ms: number): void {
  offsetMs += ms;
}

/** Sets the clock of this process back to the real time. For tests. */
export function resetClock(): void {
  offsetMs = 0;
}

/** ISO 8601 UTC, the form of every time on the wire. */
export function iso(at: Date): string {
  return at.toISOString();
}
