import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of rules and views, without a database or state: they share the modules of a worker. */
const PURE = [
  'lib/games/**/!(adding-a-game|conformance).test.ts',
  'lib/core/**/*.test.ts',
  'components/**/*.test.{ts,tsx}',
];
const IGNORED = [...configDefaults.exclude, '.next/**', 'dist/**', '.data/**', '.scratch/**', 'e2e/**'];

export default defineConfig({
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''),
      // As in the build: Next has another one for its older kind of pages.
      'next/dynamic': 'next/dist/shared/lib/app-dynamic.js',
    },
  },
  test: {
    // The packages of node_modules are loaded once a worker. Before a file of the product, `lib/testing/setup.ts` ends what the one
    // before it left, so that each has modules, instances and an environment of its own.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: IGNORED } },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...IGNORED, ...PURE],
          globalSetup: ['lib/testing/global-setup.ts'],
          setupFiles: ['lib/testing/setup.ts'],
        },
      },
    ],
    environment: 'node',
    // A run transforms only files that changed since the last one.
    experimental: { fsModuleCache: true },
    // Before any import: a log keeps its level. Tests that expect errors print none.
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' },
    pool: 'threads',
    // Many tests wait for a database, a clock or another process: one worker more than cores keeps the cores busy.
    maxWorkers: os.availableParallelism() + 1,
    // Timeouts end hanging tests only; they are long so that a busy machine fails none.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // `npm test` lists tests that passed only on the second try.
    retry: 1,
    expect: { poll: { timeout: 15_000 } },
  },
});
