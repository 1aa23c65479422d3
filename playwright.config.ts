import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { freePort } from './scripts/test-server.mjs';

// Workers read this file again: they get the chosen port and directory from the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= path.join(os.tmpdir(), `botplay-e2e-${process.env.E2E_PORT}-${process.pid}`);
// An address, because fifty concurrent name look-ups take seconds with a slow resolver.
const baseURL = process.env.E2E_BASE_URL ?? `http://127.0.0.1:${process.env.E2E_PORT}`;

// A global teardown would delete the database's files before the server is stopped.
const dataDirectory = process.env.E2E_DATA_DIR;
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
if (!isWorker) process.once('exit', () => fs.rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));

const MEASURED = 'browser/interactions.spec.ts';

/** Tests the built product on a free port with an empty data directory, or the running one at E2E_BASE_URL. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests often wait for a server or a page: one worker more than cores keeps the cores busy.
  workers: os.availableParallelism() + 1,
  // `npm test` lists tests that passed only on the second try.
  retries: 1,
  // Timeouts end hanging tests only; they are long so that a slow machine fails none.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL,
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium()?.path,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'api', testMatch: 'api/**/*.spec.ts' },
    { name: 'browser', testMatch: 'browser/**/*.spec.ts', testIgnore: MEASURED },
    // Times of a processor: they are measured when the other tests are over.
    { name: 'measured', testMatch: MEASURED, dependencies: ['api', 'browser'] },
  ],
  webServer: process.env.E2E_BASE_URL
    ? undefined
    : {
        command: 'node scripts/start.mjs',
        url: `${baseURL}/readyz`,
        timeout: 300_000,
        stdout: 'pipe',
        gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
        env: {
          PORT: process.env.E2E_PORT,
          BOTPLAY_DATA_DIR: process.env.E2E_DATA_DIR,
          DATABASE_URL: '',
          LOG_LEVEL: 'warn',
        },
      },
});
