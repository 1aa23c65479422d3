import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that share one module graph a worker: rules and views, without a database or state between files. */
const PURE = ['lib/games/**/!(adding-a-game).test.ts', 'lib/core/**/*.test.ts', 'components/**/*.test.{ts,tsx}'];
/**
 * Marks of tests with a module graph of their own: they set environment variables that modules read when they are
 * imported, start the ticker, add games or tools to the lists of the product, or take the database away.
 */
const NEEDS_OWN_GRAPH =
  /process\.env|resetOnce|registerGame|masquerade|useBreakableDatabase|defineToolset|tools\/testing|startTicker|env\(\)\./;
const ROOTS = ['app', 'components', 'examples', 'lib', 'scripts', 'server'];

function findIsolated(): string[] {
  const files = ROOTS.flatMap((root) =>
    fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`),
  );
  return files.filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      (file.startsWith('lib/data/') || NEEDS_OWN_GRAPH.test(fs.readFileSync(file, 'utf8'))),
  );
}

/** Brackets in the names of route folders would be read as a set of characters. */
const escapeGlob = (file: string): string => file.replaceAll(/[[\]]/g, '\\$&');
const IGNORED = [...configDefaults.exclude, '.next/**', 'dist/**', '.data/**', '.scratch/**', 'e2e/**'];

const ISOLATED = findIsolated()
  .filter((file) => !/^(lib\/(games|core)|components)\//.test(file) || file.endsWith('adding-a-game.test.ts'))
  .map(escapeGlob);

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
