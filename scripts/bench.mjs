import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build, bundlePrograms, WORKERS } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { enterCheckout, root } from './environment.mjs';
import { generate } from './generate.mjs';

const USAGE =
  'npm run bench [-- name … [--option value] | --list | --short]: without names every benchmark except soak, tv and manners.';
/** Run only when they are named, because they take minutes; the short pass includes them. */
const LONG = ['soak', 'tv', 'manners'];
/** They start the built product by the scripts of the checkout, which a bundle would move. */
const UNBUNDLED = ['clocks', 'processes', 'recovery', 'soak', 'tv'];
const BUNDLES = path.join('dist', 'bench');
/** Benchmarks of the short pass at the same time, where figures are not judged: one more than cores, as many wait. */
const SHORT_AT_A_TIME = os.availableParallelism() + 1;
const SHORT_LIMIT_MS = 120_000;
/** They open pages. */
const IN_CHROMIUM = ['tv'];

const programsIn = async (folder) =>
  (await fs.readdir(path.join(root, folder)))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: name.slice(0, -3), file: `${folder}/${name}` }));

/** Every benchmark: a file of bench/ that is no server. */
const benchmarks = async () => (await programsIn('bench')).filter(({ name }) => !name.startsWith('serve-'));

/** Bundles the benchmarks and their servers once, as the product is bundled. */
async function bundleAll() {
  const folders = await Promise.all(['bench', 'bench/reference', 'bench/watch'].map(programsIn));
  const programs = folders.flat().filter(({ name }) => !UNBUNDLED.includes(name));
  const entries = Object.fromEntries(programs.map(({ name, file }) => [name, file]));
  if (Object.keys(entries).length !== programs.length) throw new Error('Two programs below bench/ have the same name.');
  await fs.rm(path.join(root, BUNDLES), { recursive: true, force: true });
  await bundlePrograms({ ...entries, ...WORKERS }, BUNDLES);
}

/** Starts a benchmark; `ended` resolves with its exit code. */
function start(name, { options = [], variables = {}, ...spawnOptions }) {
  const program = UNBUNDLED.includes(name)
    ? ['--import', 'tsx', path.join('bench', `${name}.ts`)]
    : ['--enable-source-maps', path.join(BUNDLES, `${name}.mjs`)];
  const child = spawn(process.execPath, [...program, ...options], {
    cwd: root,
    ...spawnOptions,
    env: { ...process.env, ...variables },
  });
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1))) };
}

/** What a benchmark asks: the first sentence of its file. */
async function questionOf({ file }) {
  const [, comment = ''] = /\/\*\*([\s\S]*?)\*\//.exec(await fs.readFile(path.join(root, file), 'utf8')) ?? [];
  const text = comment.replaceAll(/\s*\n \* ?/g, ' ').trim();
  return /^.*?[?.](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** The results that benchmarks have appended to a file, one JSON object a line. */
async function readResults(file) {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(JSON.parse);
}

const COLUMNS = ['benchmark', 'ratio', 'budget', 'ours', 'reference', ''];

function printTable(results) {
  const rows = [
    COLUMNS,
    ...results.map((one) => [one.name, one.ratio, one.bound, one.ours, one.reference, one.verdict]),
  ];
  const widths = COLUMNS.map((_, column) => Math.min(60, Math.max(...rows.map((row) => row[column].length))));
  console.log('');
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}

/** Three significant figures, as harness/report.ts prints them. */
const figure = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/** Runs benchmarks one after the other and prints their results as one table. @returns how many failed */
async function measure(names, options) {
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-bench-'));
  const results = [];
  let failed = 0;
  for (const name of names) {
    console.log(`\n━━ ${name} ━━`);
    const file = path.join(scratch, name);
    const code = await start(name, { options, variables: { BENCH_RESULTS: file }, stdio: 'inherit' }).ended;
    const found = await readResults(file);
    results.push(...found.map((one) => ({ ...one, name: `${name}: ${one.benchmark}`, ratio: figure(one.ratio) })));
    if (code === 0 && found.length > 0) continue;
    failed++;
    if (found.every(({ verdict }) => verdict !== 'missed'))
      results.push({ name, ratio: '', bound: '', ours: '', reference: '', verdict: `failed with exit code ${code}` });
  }
  await fs.rm(scratch, { recursive: true, force: true });
  printTable(results);
  return failed;
}

/** Starts the database server that the benchmarks of a short pass share. */
async function startDatabase() {
  const { child, ended } = start('serve-database', { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [])]);
  if (!line) throw new Error('The database server of the benchmarks did not start.');
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url: JSON.parse(line).url, stop };
}

/** Runs one benchmark of the short pass: it must end with 0 and report something. */
async function tryOne(name, variables, scratch) {
  const startedMs = performance.now();
  const file = path.join(scratch, name);
  const { child, ended } = start(name, {
    variables: { ...variables, BENCH_SHORT: '1', BENCH_RESULTS: file },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of processes, so that a benchmark that hangs ends with its servers.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const endGroup = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  process.once('exit', endGroup);
  const timer = setTimeout(() => {
    output += `\nIt did not end within ${SHORT_LIMIT_MS / 1000} s.\n`;
    endGroup();
  }, SHORT_LIMIT_MS);
  const code = await ended;
  clearTimeout(timer);
  process.off('exit', endGroup);
  const count = (await readResults(file)).length;
  const passed = code === 0 && count > 0;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(18)} ${String(count).padStart(2)} results ${seconds.padStart(6)} s`);
  if (!passed) console.log(`${output}\n${name} ended with exit code ${code}.`);
  return passed;
}

/**
 * Runs every benchmark with the smallest sizes and judges no figure: shows that each works. The product must be built.
 * @returns how many passed and failed
 */
export async function runShortPass(names) {
  await bundleAll();
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-bench-'));
  const database = process.env.BENCH_DATABASE_SERVER ? null : await startDatabase();
  const variables = database ? { BENCH_DATABASE_SERVER: database.url } : {};
  const waiting = [...(names ?? (await benchmarks()).map(({ name }) => name))];
  // Installed before the time of a benchmark runs.
  if (IN_CHROMIUM.some((name) => waiting.includes(name))) ensureChromium();
  const counts = { passed: 0, failed: 0 };
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      counts[(await tryOne(name, variables, scratch)) ? 'passed' : 'failed']++;
  };
  try {
    await Promise.all(Array.from({ length: SHORT_AT_A_TIME }, work));
  } finally {
    await database?.stop();
    await fs.rm(scratch, { recursive: true, force: true });
  }
  return counts;
}

async function main() {
  enterCheckout();
  const all = await benchmarks();
  const names = all.map(({ name }) => name);
  const args = process.argv.slice(2);
  const firstOption = args.findIndex((arg) => arg.startsWith('--'));
  const named = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);
  if (options.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  if (options.includes('--list')) {
    for (const one of all) console.log(`${one.name.padEnd(18)} ${await questionOf(one)}`);
    return 0;
  }
  const unknown = named.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark ${unknown.join(', ')}. Known: ${names.join(', ')}.\n${USAGE}`);
  if (named.length === 0 && options.some((option) => option !== '--short'))
    throw new Error(`Name the benchmark that takes ${options.join(' ')}.\n${USAGE}`);
  generate();
  if (options.includes('--short')) {
    // Some benchmarks start the built product; two that build at the same time would disturb each other.
    if (named.length === 0 || named.some((name) => UNBUNDLED.includes(name))) await build();
    return (await runShortPass(named.length > 0 ? named : undefined)).failed;
  }
  await bundleAll();
  return measure(named.length > 0 ? named : names.filter((name) => !LONG.includes(name)), options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    (failed) => process.exit(failed === 0 ? 0 : 1),
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
