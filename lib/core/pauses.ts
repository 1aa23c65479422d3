const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/**
 * Pauses between looks at what another process does, where no message says that it is done: 100 ms, then each twice as long as
 * the one before, at most a second.
 */
export function makePauses(): () => Promise<void> {
  let nextMs = FIRST_MS;
  return () => {
    const ms = nextMs;
    nextMs = Math.min(LONGEST_MS, 2 * nextMs);
    return new Promise((resolve) => setTimeout(resolve, ms));
  };
}
