/**
 * How much memory does the product use under mixed load, and does it grow? 16 agents play against house bots, visitors
 * open pages, spectators come and go, clients send bodies near and above the limit. Budget: 500 MB resident at the
 * end, and a slope of at most 2 MB a minute over the second half. `npm run bench -- soak --minutes 30`; default 3.
 * `--snapshot` writes a heap snapshot of the product, after a garbage collection, into the checkout.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '@/scripts/build.mjs';
import { root } from '@/scripts/environment.mjs';
import { startProduct } from '@/scripts/test-server.mjs';
import { figure, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: sized('3', '0.05') }, snapshot: { type: 'boolean' } },
});
const MINUTES = Number(values.minutes);
const SAMPLE_MS = sized(5_000, 500);
const SETTLE_MS = sized(10_000, 100);
const FIRST_ROUND_MS = 30_000;
const MB = 1e6;
const LOADS = { agent: 16, visitor: 2, spectator: 12, uploader: 2 };

interface Sample {
  minute: number;
  rss: number;
  heap: number;
  external: number;
}

async function sampleMemory(url: string, startMs: number): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / MB;
  return {
    minute: (Date.now() - startMs) / 60_000,
    rss: gauge('process_resident_memory_bytes'),
    heap: gauge('nodejs_heap_size_used_bytes'),
    external: gauge('nodejs_external_memory_bytes'),
  };
}

/** The slope of a line through the resident memory, in MB a minute. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, rss] = [mean((sample) => sample.minute), mean((sample) => sample.rss)];
  const covariance = mean((sample) => (sample.minute - minute) * (sample.rss - rss));
  return covariance / mean((sample) => (sample.minute - minute) ** 2);
}

/** Asks the process for a heap snapshot. @returns its file and size */
async function writeSnapshot(url: string, pid: number): Promise<string> {
  process.kill(pid, 'SIGUSR2');
  await sleep(1_000);
  // The process answers again when the file is complete.
  await fetch(`${url}/healthz`);
  const names = await fs.readdir(root);
  const name = names.find((one) => one.endsWith('.heapsnapshot') && one.split('.').includes(String(pid)));
  const { size } = name ? await fs.stat(path.join(root, name)) : { size: 0 };
  if (size === 0) throw new Error(`Process ${pid} wrote no heap snapshot into ${root}.`);
  return `${name} (${figure(size / MB)} MB)`;
}

const print = ({ minute, rss, heap, external }: Sample) =>
  console.log(
    `${minute.toFixed(1).padStart(6)} min  rss ${figure(rss).padStart(5)} MB  heap ${figure(heap).padStart(5)} MB  external ${figure(external).padStart(5)} MB`,
  );

/** What a kind of load has done. In a short run its first round may still be on its way. */
async function countRounds(worker: ChildProcess): Promise<{ done: number; failed: number; lastError: string }> {
  const giveUpMs = Date.now() + FIRST_ROUND_MS;
  for (;;) {
    worker.send('report');
    const [counts] = await once(worker, 'message');
    if (counts.done > 0 || Date.now() > giveUpMs) return counts;
    await sleep(200);
  }
}

await build();
const product = await startProduct({
  EXHIBITION: 'true',
  NODE_OPTIONS: [process.env.NODE_OPTIONS, values.snapshot && '--heapsnapshot-signal=SIGUSR2']
    .filter(Boolean)
    .join(' '),
});
const startMs = Date.now();
print(await sampleMemory(product.url, startMs));
const workers = Object.entries(LOADS).map(([kind, count]): [string, ChildProcess] => [
  kind,
  forkWorker('soak-worker.mjs', [kind, product.url, String(count)]),
]);
const samples: Sample[] = [];
// A slope needs some samples, however short the run is.
for (let next = 1; Date.now() - startMs < MINUTES * 60_000 || samples.length < 4; next++) {
  await sleep(SAMPLE_MS);
  const sample = await sampleMemory(product.url, startMs);
  samples.push(sample);
  if (next % Math.ceil(MINUTES) === 0) print(sample);
}
for (const [kind, worker] of workers) {
  const counts = await countRounds(worker);
  console.log(`${kind}: ${counts.done} rounds, ${counts.failed} failed ${counts.lastError}`);
  if (counts.done === 0) process.exitCode = 1;
  worker.disconnect();
}
const last = samples.at(-1) as Sample;
await sleep(SETTLE_MS);
const after = await sampleMemory(product.url, startMs);
print(after);
report({
  benchmark: `resident memory after ${MINUTES} minutes of mixed load`,
  ratio: after.rss / 500,
  budget: { atMost: 1 },
  ours: `${figure(last.rss)} MB under load, ${figure(after.rss)} MB after it`,
  reference: '500 MB',
});
const growth = slope(samples.slice(samples.length / 2));
report({
  benchmark: 'slope of the resident memory over the second half',
  ratio: growth,
  budget: MINUTES >= 10 ? { atMost: 2 } : null,
  ours: `${figure(growth)} MB a minute`,
  reference: 'no growth',
});
if (values.snapshot) console.log(`heap snapshot: ${await writeSnapshot(product.url, product.pid() as number)}`);
await product.stop();
process.exit();
