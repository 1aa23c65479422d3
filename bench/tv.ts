/**
 * Can TV be left on for hours? A browser has `/tv` open while house bots play; the network is away for a while, the page is frozen as
 * by a laptop that sleeps, and each time it has to be live again by itself. Prints the memory of the page, its elements and the
 * matches that it has shown. `npm run bench -- tv --minutes 60`; default 5. `--url` opens the TV of a running product instead.
 */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from '@/scripts/build.mjs';
import { ensureChromium } from '@/scripts/chromium.mjs';
import { startProduct } from '@/scripts/test-server.mjs';
import { figure, report } from './harness/report';
import { sized } from './harness/size';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: sized('5', '0.2') }, url: { type: 'string' } },
});
const MINUTES = Number(values.minutes);
const SAMPLE_MS = sized(20_000, 2_000);
/** The network and the page are away by turns, once in as many samples, for this time. */
const AWAY_EVERY = sized(9, 3);
const AWAY_MS = sized(30_000, 1_500);
/** After it the page must be live again within this time. */
const BACK_WITHIN_MS = 30_000;
const MB = 1e6;

interface Sample {
  minute: number;
  heap: number;
  nodes: number;
  listeners: number;
}

/** A network between the browser and the product, which can be cut. */
async function openNetwork(target: URL) {
  const connections = new Set<net.Socket>();
  let isCut = false;
  const server = net.createServer((socket) => {
    if (isCut) return socket.destroy();
    const upstream = net.connect(Number(target.port || 80), target.hostname);
    for (const one of [socket, upstream]) {
      connections.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        connections.delete(one);
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut: () => {
      isCut = true;
      for (const one of connections) one.destroy();
    },
    restore: () => {
      isCut = false;
    },
    close: () => server.close(),
  };
}

/** The slope of a line through the heap, in MB a minute. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, heap] = [mean((sample) => sample.minute), mean((sample) => sample.heap)];
  const covariance = mean((sample) => (sample.minute - minute) * (sample.heap - heap));
  return covariance / (mean((sample) => (sample.minute - minute) ** 2) || 1);
}

if (!values.url) await build();
const product = values.url ? null : await startProduct({ EXHIBITION: 'true' });
const network = await openNetwork(new URL(product?.url ?? (values.url as string)));
const browser = await chromium.launch({
  executablePath: ensureChromium()?.path,
  args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const errors: string[] = [];
page.on('pageerror', ({ message }) => errors.push(message));
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.enable');
const startMs = Date.now();

async function takeSample(): Promise<Sample> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return {
    minute: (Date.now() - startMs) / 60_000,
    heap: metric('JSHeapUsedSize') / MB,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

/** The match that is on, by the link of its title; null while there is none. */
const shownMatch = () =>
  page
    .locator('main a[href^="/matches/"], main a[href^="/town/werewolf/"]')
    .first()
    .getAttribute('href', { timeout: 2_000 })
    .catch(() => null);

/** Whether the page shows that it is live, or a result. */
const isLive = async () =>
  (await page.getByText(/^LIVE$/).count()) > 0 || (await page.getByText('The next match follows.').count()) > 0;

/** Waits until the page is live again. @returns how long it took, in ms; throws when it does not come back */
async function untilLive(what: string): Promise<number> {
  const sinceMs = Date.now();
  while (Date.now() - sinceMs < BACK_WITHIN_MS) {
    if (await isLive()) return Date.now() - sinceMs;
    await sleep(250);
  }
  throw new Error(`The TV was not live ${BACK_WITHIN_MS / 1000} s after ${what}.`);
}

async function loseNetwork(): Promise<void> {
  network.cut();
  await sleep(AWAY_MS);
  network.restore();
}

/** As a laptop sleeps: nothing of the page runs, and its connections are gone. */
async function fallAsleep(): Promise<void> {
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  network.cut();
  await sleep(AWAY_MS);
  network.restore();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
}

await page.goto(`${network.url}/tv`);
await untilLive('it was opened');
const samples: Sample[] = [];
const seenMatches = new Set<string>();
const returns: number[] = [];
for (let n = 1; Date.now() - startMs < MINUTES * 60_000; n++) {
  await sleep(SAMPLE_MS);
  if (n % AWAY_EVERY === 0) {
    const sleeps = (n / AWAY_EVERY) % 2 === 0;
    await (sleeps ? fallAsleep() : loseNetwork());
    const tookMs = await untilLive(sleeps ? 'the page was frozen' : 'the network was away');
    returns.push(tookMs);
    console.log(
      `${sleeps ? 'asleep' : 'offline'} for ${AWAY_MS / 1000} s, live again after ${figure(tookMs / 1000)} s`,
    );
  }
  const match = await shownMatch();
  if (match) seenMatches.add(match);
  const sample = await takeSample();
  samples.push(sample);
  const { minute, heap, nodes, listeners } = sample;
  console.log(
    `${minute.toFixed(1).padStart(6)} min  heap ${figure(heap).padStart(5)} MB  ${nodes} nodes  ${listeners} listeners  ${seenMatches.size} matches`,
  );
}
const growth = slope(samples.slice(Math.floor(samples.length / 2)));
const last = samples.at(-1) as Sample;
for (const message of errors) console.log(`error of the page: ${message}`);
report({
  benchmark: `heap of a TV page after ${MINUTES} minutes`,
  ratio: last.heap / 60,
  budget: { atMost: 1 },
  ours: `${figure(last.heap)} MB, ${seenMatches.size} matches shown, ${errors.length} errors, ${returns.length} times away, back within ${figure(Math.max(0, ...returns) / 1000)} s`,
  reference: '60 MB',
});
report({
  benchmark: 'slope of the heap over the second half',
  ratio: growth,
  budget: MINUTES >= 20 ? { atMost: 0.2 } : null,
  ours: `${figure(growth)} MB a minute`,
  reference: 'no growth',
});
await browser.close();
network.close();
await product?.stop();
process.exit(errors.length > 0 ? 1 : undefined);
