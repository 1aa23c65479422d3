import { afterEach } from 'vitest';
import { advanceClock, now, resetClock } from '@/lib/core/clock';

/** Lets a test file set the clock; it shows the real time again after each test. */
export function useClock(): void {
  afterEach(resetClock);
}

/** Moves the clock forward to `at`; a time in the past changes nothing. */
export function setClock(at: Date): void {
  advanceClock(Math.max(0, at.getTime() - now().getTime()));
}

/** Moves the clock forward. */
export { advanceClock } from '@/lib/core/clock';
