import fs from 'node:fs';
import path from 'node:path';
import { root } from './environment.mjs';

/** Beside the lock of a build. One file for each process that serves what was built here. */
const FOLDER = path.join(root, 'generated');
const NAME = /^serving-\d+\.lock$/;
/** Another user's build serves as it is, also from a file system that cannot be written. */
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Records that this process serves the build, until it ends: another one would remove the files that it has not loaded yet.
 * @param takeLock of lib/data/process-lock.ts
 */
export async function recordServing(takeLock) {
  const file = path.join(FOLDER, `serving-${process.pid}.lock`);
  try {
    fs.mkdirSync(FOLDER, { recursive: true });
    await takeLock(file, '');
  } catch (error) {
    if (!NOT_WRITABLE.includes(error.code)) throw error;
    return;
  }
  process.once('exit', () => fs.rmSync(file, { force: true }));
}

/** Files of processes that were killed are removed. @throws Error while another process serves the build of this checkout */
export async function requireUnserved() {
  const names = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER).filter((name) => NAME.test(name)) : [];
  if (names.length === 0) return;
  const { tsImport } = await import('tsx/esm/api');
  const { LockOwnedError, takeLock } = await tsImport('../lib/data/process-lock.ts', import.meta.url);
  for (const name of names) {
    try {
      const release = await takeLock(path.join(FOLDER, name), '');
      await release();
    } catch (error) {
      if (!(error instanceof LockOwnedError)) throw error;
      throw new Error(`Process ${error.pid} serves this build: stop it, or build in another checkout (git worktree).`, {
        cause: error,
      });
    }
  }
}
