import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '.next/**', 'dist/**', '.data/**', '.scratch/**', 'e2e/**'],
    globalSetup: ['lib/testing/global-setup.ts'],
    setupFiles: ['lib/testing/setup.ts'],
    environment: 'node',
    // Much of a test is waiting for the database: two at a time are quicker on two cores too.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    // Limits end what hangs; how fast things are is never told by them, so that a busy machine fails nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What passes only at the second try is told at the end of `npm test`.
    retry: 1,
    expect: { poll: { timeout: 15_000 } },
  },
});
