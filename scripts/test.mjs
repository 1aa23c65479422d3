import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runConformance } from '../e2e/conformance/run.mjs';
import { runShortPass } from './bench.mjs';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { enterCheckout, root } from './environment.mjs';
import { generate, generateClient } from './generate.mjs';
import { ensureRedis } from './redis.mjs';
import { browserReport, printTroubles, readCounts, unitReport } from './reports.mjs';
import { bundleTestPrograms } from './test-bundles.mjs';
import { startProduct } from './test-server.mjs';

/** Runs a program of node_modules; resolves with its exit code. */
function run(script, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const countAsOne = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const NO_REDIS =
  'Skipped the Redis tests: redis-server is not installed and could not be installed. Set REDIS_SERVER_PATH.';

async function unitTests(scratch) {
  const file = path.join(scratch, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const bundles = await bundleTestPrograms();
  const redis = ensureRedis();
  console.log(redis ? `Redis from ${redis.from}: ${redis.path}` : NO_REDIS);
  const code = await run('vitest/vitest.mjs', args, {
    NODE_ENV: 'test',
    REDIS_SERVER_PATH: redis?.path ?? '',
    TEST_BUNDLES: bundles.directory,
  });
  const counts = await readCounts(file, code, unitReport);
  await bundles.remove();
  return { ...counts, notes: redis ? [] : [NO_REDIS] };
}

async function endToEndTests(scratch) {
  const browser = ensureChromium();
  if (!browser) throw new Error('Chromium is not installed and could not be installed. Set CHROMIUM_PATH.');
  console.log(`Chromium from ${browser.from}: ${browser.path}`);
  const file = path.join(scratch, 'playwright.json');
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser.path,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return readCounts(file, code, browserReport);
}

async function conformance() {
  const product = await startProduct({ CONFORMANCE_FIXTURES: 'true' });
  try {
    const results = await runConformance({ url: product.url });
    for (const { passed, line, output } of results) console.log(passed ? line : `${output}\n${line}`);
    const passed = results.filter((result) => result.passed).length;
    return { passed, failed: results.length - passed };
  } finally {
    await product.stop();
  }
}

async function buildAll() {
  const built = await build();
  console.log(built ? 'Built.' : 'The build is up to date.');
  return { passed: 1, failed: 0 };
}

/** The steps in order. After a failed step the others still run. */
const STEPS = {
  types: async () => countAsOne(await run('typescript/bin/tsc', ['--noEmit'])),
  lint: async () => countAsOne(await run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
  dead: async () => countAsOne(await run('knip/bin/knip.js', [])),
  unit: unitTests,
  build: buildAll,
  bench: () => runShortPass(),
  conformance,
  e2e: endToEndTests,
};

async function runStep(name, scratch) {
  console.log(`\n━━ ${name} ━━`);
  const startedMs = performance.now();
  const counts = await STEPS[name](scratch).catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  return { name, ...counts, seconds: (performance.now() - startedMs) / 1000 };
}

/** `npm test` runs everything, `npm test -- types unit` these steps. */
async function main() {
  enterCheckout();
  const requested = process.argv.slice(2);
  const unknown = requested.filter((name) => !(name in STEPS));
  if (unknown.length > 0)
    throw new Error(`Unknown step ${unknown.join(', ')}. Known: ${Object.keys(STEPS).join(', ')}.`);
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-test-'));
  const results = [];
  try {
    console.log('Generating types, pictures and the typed client.');
    generate();
    await generateClient();
    for (const name of requested.length > 0 ? requested : Object.keys(STEPS))
      results.push(await runStep(name, scratch));
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
  const secondTries = printTroubles(results);
  console.log('');
  for (const { name, passed, failed, seconds } of results) {
    console.log(
      `${failed === 0 ? '✓' : '✗'} ${name.padEnd(11)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
    );
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${secondTries} at the second try`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
}

main().catch((error) => {
  console.error(error.message);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});
