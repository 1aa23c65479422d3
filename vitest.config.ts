import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BUNDLES, bundledTests } from './scripts/test-bundles.mjs';

/**
 * Tests that share one module graph a worker: rules and views, without a database or state between files. They run last and are
 * divided among the workers before they start, so that one of half a minute would run alone at the end.
 */
const PURE = [
  'lib/games/**/!(adding-a-game|conformance).test.ts',
  'lib/core/**/*.test.ts',
  'components/**/*.test.{ts,tsx}',
];
const IGNORED = [...configDefaults.exclude, '.next/**', 'dist/**', '.data/**', '.scratch/**', 'e2e/**'];

export default defineConfig({
  plugins: [bundledTests],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''),
      // As in the build: Next has another one for its older kind of pages.
      'next/dynamic': 'next/dist/shared/lib/app-dynamic.js',
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: IGNORED, isolate: false } },
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
    server: { deps: { external: [BUNDLES] } },
    // A run transforms only files that changed since the last one. `npm test` runs bundles in their place, which are not to be kept.
    experimental: { fsModuleCache: !process.env.TEST_BUNDLES },
    // Before any import: a log keeps its level. Tests that expect errors print none.
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' },
    // A thread starts a sixth quicker than a process, for each of hundreds of files.
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
