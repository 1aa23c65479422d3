/**
 * What does each thing that a fleet does cost, and does it cost more when several processes share the work? Processor time of the
 * processes and of PostgreSQL, and statements, of a move in a match of two agents, of a call that waits and wakes, of an event to a
 * spectator, and of a page, with 1, 2 and 4 processes of the built product on one database. Every call goes to another
 * process, as a load balancer without stickiness sends it. Budget: a move with 4 processes costs at most 1.15 times that with
 * one. Each process of a fleet gets the same load, `--rate 25` moves a second: one that is called less often costs more for each
 * call, because its code and data have left the caches of the processor. What the processes use without a call is
 * measured before and not counted as a cost of calls; it has a line of its own. The first moves of a match are not measured:
 * with them each process reads the match and its sessions, once. `--moves` measures moves alone, `--processes 1,4` those fleets.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Chess } from 'chess.js';
import { firstPartyExperienceId } from '@/lib/domain/catalog/catalog.schema';
import { build } from '@/scripts/build.mjs';
import { startProduct } from '@/scripts/test-server.mjs';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { PostgresUsage } from './harness/postgres-usage';
import { figure, median, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: sized('25', '20') },
    processes: { type: 'string', default: sized('1,2,4', '1,2') },
    rounds: { type: 'string', default: sized('7', '1') },
  },
  strict: false,
});
/** Moves a second of each process. */
const RATE = Number(values.rate);
const ROUNDS = Number(values.rounds);
const PROCESSES = String(values.processes).split(',').map(Number);
if (PROCESSES[0] !== 1) throw new Error('--processes begins with 1: the others are compared with it.');
const PAIRS = sized(40, 2);
const SECONDS = sized(4, 0.3);
/** Of each match, before anything is measured and as fast as they are answered: so often for each process of a fleet. */
const WARM_UP_MOVES = sized(40, 2);
const SPECTATORS_OF_A_MATCH = sized(10, 2);
/** Of each process. */
const PAGES_PER_SECOND = sized(4, 5);
/** Of each match, for each process of a fleet, before its moves are measured: each player comes to each process. */
const FIRST_MOVES = sized(4, 1);
/** More than a match makes here before it is resigned. */
const MOVES_OF_A_MATCH = 120;

const UNITS = {
  step: 'a move in a match of two agents',
  wait: 'a call that waits for it and wakes',
  delivery: 'an event to a spectator',
  catalog: 'a page: the catalog',
  match: 'a page: a match',
  around: 'a match without its moves: lobby, join, start, end',
} as const;
type Unit = keyof typeof UNITS;

/** What something used. */
interface Usage {
  processesMs: number;
  databaseMs: number;
  statements: number;
}

interface Fleet {
  size: number;
  products: Awaited<ReturnType<typeof startProduct>>[];
  database: PostgresUsage;
  load: ChildProcess;
  costs: Record<Unit, Usage[]>;
  /** Of one process in a second in which nobody calls. */
  idle: Usage[];
}

/** Moves of a game of chess that is not over after them, drawn at random and the same in every run. */
function chessMoves(): string[] {
  let seed = 1;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (;;) {
    const game = new Chess();
    const moves: string[] = [];
    while (!game.isGameOver() && moves.length < MOVES_OF_A_MATCH) {
      const legal = game.moves({ verbose: true });
      const { lan } = game.move(legal[draw(legal.length)]?.san ?? '');
      moves.push(lan);
    }
    if (!game.isGameOver()) return moves;
  }
}

/** Starts processes of the built product on a database of their own, and the process that calls them. */
async function openFleet(size: number, url: string): Promise<Fleet> {
  const env = {
    ...productVariables(url),
    ALLOWED_HOSTS: '*',
    TRUST_PROXY: 'true',
    EXHIBITION: 'false',
    RATE_LIMIT_PER_MINUTE: '0',
    AGENT_SELF_REGISTRATION_PER_HOUR: '0',
  };
  const products: Fleet['products'] = [];
  for (let number = 0; number < size; number++) products.push(await startProduct(env));
  const database = new PostgresUsage(url);
  await database.open();
  const load = forkWorker('processes-worker.mjs');
  const costs = Object.fromEntries(Object.keys(UNITS).map((unit) => [unit, [] as Usage[]])) as Fleet['costs'];
  const fleet: Fleet = { size, products, database, load, costs, idle: [] };
  const urls = products.map((product) => product.url);
  const experienceId = firstPartyExperienceId('chess');
  await ask(fleet, { kind: 'open', urls, pairs: PAIRS, script: chessMoves(), experienceId });
  return fleet;
}

async function ask(
  { load }: Fleet,
  command: { kind: string } & Record<string, unknown>,
): Promise<{ count: number; medianMs?: number }> {
  load.send(command);
  const [answer] = await once(load, 'message');
  if (answer.error) throw new Error(answer.error);
  return answer;
}

/** What the processes of a fleet, and those of their pages, have used since they began, by their own metrics. */
async function readProcesses({ products }: Fleet): Promise<{ ms: number; statements: number }> {
  const texts = await Promise.all(products.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  const sum = (name: string) =>
    [...texts.join('\n').matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return { ms: 1000 * sum('process_cpu_seconds_total'), statements: sum('botplay_database_statements_total') };
}

interface Measurement {
  used: Usage;
  count: number;
  seconds: number;
}

async function measure(fleet: Fleet, work: () => Promise<{ count: number }>): Promise<Measurement> {
  const startMs = performance.now();
  const before = await readProcesses(fleet);
  let count = 0;
  const databaseMs = await fleet.database.during(async () => {
    ({ count } = await work());
  });
  const after = await readProcesses(fleet);
  const used = { processesMs: after.ms - before.ms, databaseMs, statements: after.statements - before.statements };
  return { used, count, seconds: (performance.now() - startMs) / 1000 };
}

const per = (used: Usage, count: number): Usage => ({
  processesMs: used.processesMs / count,
  databaseMs: used.databaseMs / count,
  statements: used.statements / count,
});

const less = (used: Usage, base: Usage): Usage => ({
  processesMs: used.processesMs - base.processesMs,
  databaseMs: used.databaseMs - base.databaseMs,
  statements: used.statements - base.statements,
});

const times = (used: Usage, factor: number): Usage => per(used, 1 / factor);

const plus = (used: Usage, more: Usage): Usage => ({
  processesMs: used.processesMs + more.processesMs,
  databaseMs: used.databaseMs + more.databaseMs,
  statements: used.statements + more.statements,
});

/**
 * One round of a fleet: nothing, moves, moves with a waiting call each, moves with spectators, pages. What a waiting call and a
 * delivery cost is what the same moves cost more with them.
 */
async function measureFleet(fleet: Fleet): Promise<void> {
  const { costs, size } = fleet;
  const play = { kind: 'play', perSecond: RATE * size, seconds: SECONDS, waits: false };
  const begun = await measure(fleet, () => ask(fleet, { kind: 'begin' }));
  await ask(fleet, { kind: 'play', moves: FIRST_MOVES * size, perSecond: Number.MAX_SAFE_INTEGER, waits: false });
  const idle = await measure(fleet, async () => {
    await pause(1000 * SECONDS);
    return { count: SECONDS };
  });
  const idleSecond = per(idle.used, idle.seconds);
  const ofCalls = ({ used, seconds }: Measurement) => less(used, times(idleSecond, seconds));
  const steps = await measure(fleet, () => ask(fleet, play));
  fleet.idle.push(per(idleSecond, size));
  costs.step.push(per(ofCalls(steps), steps.count));
  if (values.moves) return void (await ask(fleet, { kind: 'end' }));
  const waits = await measure(fleet, () => ask(fleet, { ...play, waits: true }));
  await ask(fleet, { kind: 'watch', perMatch: SPECTATORS_OF_A_MATCH });
  const watched = await measure(fleet, () => ask(fleet, play));
  await pause(200);
  const deliveries = await ask(fleet, { kind: 'unwatch' });
  const visit = (page: string) =>
    measure(fleet, () => ask(fleet, { kind: 'visit', page, perSecond: PAGES_PER_SECOND * size, seconds: SECONDS }));
  const catalog = await visit('/experiences');
  const match = await visit('/matches/<match>');
  const ended = await measure(fleet, () => ask(fleet, { kind: 'end' }));
  if (deliveries.count !== watched.count * SPECTATORS_OF_A_MATCH)
    throw new Error(`Spectators got ${deliveries.count} events of ${watched.count} moves.`);
  costs.wait.push(per(less(ofCalls(waits), ofCalls(steps)), waits.count));
  costs.delivery.push(per(less(ofCalls(watched), ofCalls(steps)), deliveries.count));
  costs.catalog.push(per(ofCalls(catalog), catalog.count));
  costs.match.push(per(ofCalls(match), match.count));
  costs.around.push(per(plus(ofCalls(begun), ofCalls(ended)), begun.count));
}

const msOf = ({ processesMs, databaseMs }: Usage): number => processesMs + databaseMs;
const middle = (usages: readonly Usage[], of: (usage: Usage) => number): number => median(usages.map(of));

const milliseconds = (ms: number) => (Math.abs(ms) < 0.1 ? `${figure(1000 * ms)} µs` : `${figure(ms)} ms`);

/** `1.2 ms (0.8 ms + PostgreSQL 0.4 ms), 1.1 statements` */
function describeCosts(usages: readonly Usage[]): string {
  const [ms, own, database] = [msOf, (one: Usage) => one.processesMs, (one: Usage) => one.databaseMs].map((of) =>
    milliseconds(middle(usages, of)),
  );
  return `${ms} (${own} + PostgreSQL ${database}), ${figure(middle(usages, (one) => one.statements))} statements`;
}

await build();
const database = await benchDatabase();
const fleets: Fleet[] = [];
// Also where something fails: no process is left.
process.once('exit', () => {
  for (const { products } of fleets) for (const product of products) process.kill(product.pid() ?? 0, 'SIGKILL');
});
for (const size of PROCESSES) fleets.push(await openFleet(size, size === 1 ? database.url : await database.another()));
console.log(
  `${RATE} moves a second of each process, ${PAIRS} matches, ${PAIRS * SPECTATORS_OF_A_MATCH} spectators, ${ROUNDS} rounds`,
);
// Each process gets as many calls, so that each runs compiled code.
for (const fleet of fleets)
  for (let match = 0; match < fleet.size; match++) {
    await ask(fleet, { kind: 'begin' });
    await ask(fleet, { kind: 'play', moves: WARM_UP_MOVES, perSecond: Number.MAX_SAFE_INTEGER, waits: false });
    await ask(fleet, { kind: 'end' });
  }
for (let round = 0; round < ROUNDS; round++) {
  // Every second round in the other order, so that coming later favours none.
  for (const fleet of round % 2 === 0 ? fleets : fleets.toReversed()) await measureFleet(fleet);
}

const [single, ...several] = fleets as [Fleet, ...Fleet[]];
const measured = values.moves ? (['step'] as const) : (Object.keys(UNITS) as Unit[]);
const rows: string[][] = measured.map((unit) => [
  UNITS[unit],
  ...fleets.map(({ costs }) => describeCosts(costs[unit])),
]);
rows.push(['a process for a second without a call', ...fleets.map(({ idle }) => describeCosts(idle))]);
const table = [['unit', ...fleets.map(({ size }) => `${size} ${size === 1 ? 'process' : 'processes'}`)], ...rows];
const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );

for (const fleet of several)
  for (const unit of measured) {
    const [ours, reference] = [fleet.costs[unit], single.costs[unit]];
    const ratios = ours.map((one, round) => msOf(one) / msOf(reference[round] as Usage));
    report({
      benchmark: `${UNITS[unit]}, ${fleet.size} processes`,
      ratio: median(ratios),
      budget: unit === 'step' && fleet.size === 4 ? { atMost: 1.15 } : null,
      ours: describeCosts(ours),
      reference: `one process: ${describeCosts(reference)}`,
    });
  }

for (const { load, products, database: usage } of fleets.splice(0)) {
  load.disconnect();
  await Promise.all(products.map((product) => product.stop()));
  await usage.close();
}
await database.stop();
process.exit();
