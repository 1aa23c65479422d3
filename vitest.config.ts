import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that share one module graph a worker: rules and views, without a database or state between files. */
const PURE = ['lib/games/**/!(adding-a-game).test.ts', 'lib/core/**/*.test.ts', 'components/**/*.test.{ts,tsx}'];
/** Tests with a module graph of their own: they add games or tools to the lists of the product, or take the database away. */
const ISOLATED = [
  '**/adding-a-{game,tool}.test.ts',
  '**/*database-away.test.ts',
  'lib/data/**/*.test.ts',
  'lib/events/redis.test.ts',
  'lib/transport/conventions.test.ts',
  'lib/domain/{play/own-seat,replays/replays,matches/hidden-roles,matches/talking-games}.test.ts',
];
const IGNORED = [...configDefaults.exclude, '.next/**', 'dist/**', '.data/**', '.scratch/**', 'e2e/**'];

const WITH_DATABASE = { globalSetup: ['lib/testing/global-setup.ts'], setupFiles: ['lib/testing/setup.ts'] };

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, exclude: IGNORED, isolate: false } },
      {
        extends: true,
        test: {
          name: 'product',
          // One module graph a worker: importing the product took longer than a third of its tests.
          isolate: false,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...IGNORED, ...PURE, ...ISOLATED],
          ...WITH_DATABASE,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: ISOLATED, exclude: IGNORED, ...WITH_DATABASE },
      },
    ],
    environment: 'node',
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
