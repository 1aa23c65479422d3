import { Piscina } from 'piscina';
import { findWorkerProgram } from '@/lib/core/worker-program';
import type { BackupOrder, MadeBackup } from './make';

/**
 * Makes a backup on a thread of its own: encryption would keep a process that answers calls busy.
 * @param stopping ends the thread; nothing has the name of the backup then
 * @throws Error when no backup was stored
 */
export async function makeBackupInThread(order: BackupOrder, stopping: AbortSignal): Promise<MadeBackup> {
  const thread = new Piscina<BackupOrder, MadeBackup>({
    ...findWorkerProgram('backup-worker', import.meta.url),
    minThreads: 1,
    maxThreads: 1,
    execArgv: [],
  });
  try {
    return await thread.run(order, { signal: stopping });
  } finally {
    await thread.destroy();
  }
}
