import { log } from '@/lib/core/log';
import { startEmbedded } from '@/lib/data/embedded';
import { migrate } from '@/lib/data/migrate';
import { checkPooler } from '@/lib/data/pooler';
import { checkReplica } from '@/lib/data/replica';
import { ensureSecrets } from '@/lib/data/secrets';

/** The database of this process. */
export interface Prepared {
  /** Where the embedded data is when it could not be in the data directory; else null. */
  moved: string | null;
  /** Resolves with a reason when the embedded server stops unexpectedly; never with an external database. */
  databaseEnded: Promise<string>;
  releaseDatabase: () => Promise<void>;
}

const NEVER = new Promise<string>(() => {});

/** Sets the variables that are unset or empty. */
function setDefaults(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
}

/**
 * Completes process.env before any code reads it: without DATABASE_URL it starts the embedded database, and outside
 * production it generates secrets into the data directory. In production a missing secret stops the start (lib/core/env.ts).
 * @param onWaiting called when the embedded database is starting in its own process
 */
export async function prepareEnvironment(port: number, onWaiting: () => void): Promise<Prepared> {
  const dataDirectory = process.env.BOTPLAY_DATA_DIR || '.data';
  const isEmbedded = !process.env.DATABASE_URL;
  if (isEmbedded || process.env.NODE_ENV !== 'production') {
    // Outside production next-auth takes the address of the site from the request.
    const secrets = await ensureSecrets(dataDirectory).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === undefined) throw thrown;
      throw new Error(
        `BOTPLAY_DATA_DIR is ${dataDirectory}, where this user cannot write: ${thrown.message}. Name a directory of its own.`,
        { cause: thrown },
      );
    });
    setDefaults({ ...secrets, AUTH_TRUST_HOST: 'true' });
  }
  if (!isEmbedded) return { moved: null, databaseEnded: NEVER, releaseDatabase: async () => {} };
  const server = await startEmbedded({ dataDirectory, about: `http://localhost:${port}`, onWaiting });
  Object.assign(process.env, { DATABASE_URL: server.url, BOTPLAY_EMBEDDED: '1' });
  return { moved: server.moved, databaseEnded: server.ended, releaseDatabase: server.stop };
}

/** Applies pending migrations, by the direct way to the database where there is one. */
export async function migrateDatabase(): Promise<void> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
  const applied = DATABASE_DIRECT_URL
    ? await migrate(DATABASE_DIRECT_URL, undefined, 'DATABASE_DIRECT_URL')
    : await migrate(DATABASE_URL ?? '');
  if (applied.length > 0) log.info({ count: applied.length, last: applied.at(-1) }, 'migrations applied');
}

/** Refuses a way to the database that cannot work; the embedded one is direct. @throws Error that names the variable */
export async function checkDatabase(): Promise<void> {
  const { DATABASE_URL = '', DATABASE_DIRECT_URL = '', BOTPLAY_EMBEDDED } = process.env;
  if (BOTPLAY_EMBEDDED === '1') return;
  const way = await checkPooler({ url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL });
  await checkReplica();
  if (!way.isPooled) return;
  const text = way.keepsStatements
    ? 'keeps'
    : 'does not keep (PgBouncer does from 1.21 on, with max_prepared_statements)';
  log.info(`DATABASE_URL leads to a connection pooler, which ${text} prepared statements`);
}
