import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Writes generated/prisma from prisma/schema.prisma, offline: Prisma requires the path of a schema engine
 * although generating does not use it, and accepts any existing file.
 */
export function generate() {
  const run = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  );
  if (run.status !== 0) throw new Error(`prisma generate failed:\n${run.stdout}${run.stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) generate();
