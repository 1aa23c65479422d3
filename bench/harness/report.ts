/** The value at a fraction of the sorted samples: 0.5 is the median. */
export function percentile(samples: readonly number[], fraction: number): number {
  if (samples.length === 0) throw new RangeError('percentile of nothing');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] as number;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Three significant figures: more would be noise. */
export function figure(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

export interface Result {
  benchmark: string;
  /** Ours against the reference; the budget says which way is good. */
  ratio: number;
  budget: { atLeast: number } | { atMost: number };
  /** What was measured, in words with units. */
  ours: string;
  reference: string;
}

/** Prints a result as one line and sets the exit code when the budget is missed. */
export function report(result: Result): void {
  const { budget, ratio } = result;
  const kept = 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost;
  const bound = 'atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`;
  console.log(
    `${kept ? 'kept  ' : 'MISSED'}  ${result.benchmark}: ratio ${figure(ratio)} (budget ${bound}) · ours ${result.ours} · reference ${result.reference}`,
  );
  if (!kept) process.exitCode = 1;
}

/**
 * Runs the two in turn, `rounds` times after one round to warm up, so that whatever else the machine does meets both.
 * Returns the samples of each and the median of the ratios of neighbouring rounds.
 */
export async function interleave(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ ours: number[]; reference: number[]; ratio: number }> {
  const samples = { ours: [] as number[], reference: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const pair = { reference: await reference(), ours: await ours() };
    if (round === 0) continue;
    samples.ours.push(pair.ours);
    samples.reference.push(pair.reference);
  }
  return {
    ...samples,
    ratio: median(samples.ours.map((value, index) => value / (samples.reference[index] as number))),
  };
}
