/**
 * How long work takes, in ms: the fastest of some runs, so that a busy machine does not count. For tests that bound what hostile input
 * costs.
 */
export async function fastestMs(work: () => unknown, runs = 5): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const startedMs = performance.now();
    await work();
    fastest = Math.min(fastest, performance.now() - startedMs);
  }
  return fastest;
}
