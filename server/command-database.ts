import { AppError } from '@/lib/core/errors';
import { closeDatabase } from '@/lib/data/database';
import { findRunningEmbedded, startEmbedded } from '@/lib/data/embedded';
import { readSecrets, SECRET_NAMES } from '@/lib/data/secrets';

interface Opened {
  /** The address of the running server; '' when unknown. */
  servedAt: string;
  release: () => Promise<void>;
}

/** The output of a command and its exit code. */
export interface CommandResult {
  text: string;
  exitCode: 0 | 1 | 2;
}

/** Opens the embedded database when DATABASE_URL is not set: the one of the running server, else a temporary server. */
export async function openCommandDatabase(about: string): Promise<Opened> {
  if (process.env.DATABASE_URL) return { servedAt: '', release: async () => {} };
  const dataDirectory = process.env.BOTPLAY_DATA_DIR || '.data';
  const running = await findRunningEmbedded(dataDirectory);
  const own = running === null ? await startEmbedded({ dataDirectory, about }) : null;
  Object.assign(process.env, { DATABASE_URL: running?.url ?? own?.url, BOTPLAY_EMBEDDED: '1' });
  return { servedAt: running?.about ?? '', release: async () => own?.stop() };
}

/**
 * Runs a command on the database of this set-up.
 * @param about what the embedded database is started for
 * @returns what `run` does; the message of an AppError, with exit code 1
 */
export async function runOnDatabase(
  about: string,
  run: (servedAt: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { servedAt, release } = await openCommandDatabase(about);
  try {
    return await run(servedAt);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { text: thrown.message, exitCode: 1 };
  } finally {
    await closeDatabase();
    await release();
  }
}

/** The secrets of this set-up, by variable: those of the environment, else those of the data directory. */
export async function readCommandSecrets(): Promise<Record<string, string>> {
  const kept = await readSecrets(process.env.BOTPLAY_DATA_DIR || '.data');
  const named = SECRET_NAMES.flatMap((name): [string, string][] => {
    const value = process.env[name] || kept[name];
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(named);
}
