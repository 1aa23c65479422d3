import { appendFileSync } from 'node:fs';
import { isShort } from './size';

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
  budget: { atLeast: number } | { atMost: number } | null;
  /** What was measured, in words with units. */
  ours: string;
  reference: string;
}

/**
 * Prints a result as one line, and appends it to the file that BENCH_RESULTS names. Sets the exit code when the budget is
 * missed; without a budget it only prints, and the short pass judges no figure.
 * @throws Error when nothing was measured
 */
export function report(result: Result): void {
  if (!Number.isFinite(result.ratio)) throw new Error(`${result.benchmark}: the ratio is ${result.ratio}.`);
  const { budget, ratio } = result;
  const { verdict, bound } = budget === null || isShort ? NOT_JUDGED : checkBudget(ratio, budget);
  console.log(
    `${verdict.padEnd(6)}  ${result.benchmark}: ratio ${figure(ratio)} (${bound}) · ours ${result.ours} · reference ${result.reference}`,
  );
  const { BENCH_RESULTS: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify({ ...result, verdict, bound })}\n`);
}

interface Judgement {
  verdict: '' | 'met' | 'missed';
  bound: string;
}

const NOT_JUDGED: Judgement = { verdict: '', bound: 'not judged' };

function checkBudget(ratio: number, budget: NonNullable<Result['budget']>): Judgement {
  const isMet = 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost;
  if (!isMet) process.exitCode = 1;
  const bound = 'atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`;
  return { verdict: isMet ? 'met' : 'missed', bound };
}

export interface Interleaved {
  ours: number[];
  reference: number[];
  ratio: number;
}

/**
 * Runs ours and the references in turn, `rounds` times after one round to warm up (none in the short pass), so that other load on the
 * machine affects all of them. Every second round runs ours first, so that coming later favours neither. For each reference: the
 * samples of both, and the median of the ratios of neighbouring rounds.
 */
export async function interleaveAll(
  rounds: number,
  ours: () => Promise<number>,
  references: readonly (() => Promise<number>)[],
): Promise<Interleaved[]> {
  const measured: Interleaved[] = references.map(() => ({ ours: [], reference: [], ratio: 0 }));
  for (let round = isShort ? 1 : 0; round <= rounds; round++) {
    const isFirst = round % 2 === 1;
    let mine = isFirst ? await ours() : 0;
    const theirs: number[] = [];
    for (const reference of references) theirs.push(await reference());
    if (!isFirst) mine = await ours();
    if (round === 0) continue;
    for (const [index, samples] of measured.entries()) {
      samples.ours.push(mine);
      samples.reference.push(theirs[index] as number);
    }
  }
  return measured.map((samples) => ({
    ...samples,
    ratio: median(samples.ours.map((value, index) => value / (samples.reference[index] as number))),
  }));
}

/** `interleaveAll` for one reference. */
export async function interleave(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Interleaved> {
  const [measured] = await interleaveAll(rounds, ours, [reference]);
  return measured as Interleaved;
}
