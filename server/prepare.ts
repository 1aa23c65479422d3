import { log } from '@/lib/core/log';
import { startEmbedded } from '@/lib/data/embedded';
import { migrate } from '@/lib/data/migrate';
import { ensureSecrets } from '@/lib/data/secrets';

/** A process environment that everything can be read from, and how to let go of what it names. */
export interface Prepared {
  /** Where the embedded data are when they could not be in the data directory. */
  moved: string | null;
  /** Resolves when the embedded server ends by itself; never with a database of one's own. */
  databaseEnded: Promise<string>;
  releaseDatabase: () => Promise<void>;
}

const NEVER = new Promise<string>(() => {});

/** Variables that are not set get the value; an empty one counts as not set. */
function fill(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
}

/**
 * Completes process.env before anybody reads it: an embedded database and secrets of the data directory where none
 * are given. With a database of one's own and NODE_ENV=production nothing is made up: what is missing stops the start.
 */
export async function prepareEnvironment(port: number): Promise<Prepared> {
  const dataDirectory = process.env.BOTPLAY_DATA_DIR || '.data';
  const embedded = !process.env.DATABASE_URL;
  if (embedded || process.env.NODE_ENV !== 'production') fill(await ensureSecrets(dataDirectory));
  // Outside production the site is reached by whatever name the visitor used: next-auth takes it from the request.
  if (embedded || process.env.NODE_ENV !== 'production') fill({ AUTH_TRUST_HOST: 'true' });
  if (!embedded) return { moved: null, databaseEnded: NEVER, releaseDatabase: async () => {} };
  const server = await startEmbedded({ dataDirectory, about: `http://localhost:${port}` });
  Object.assign(process.env, { DATABASE_URL: server.url, BOTPLAY_EMBEDDED: '1' });
  return { moved: server.moved, databaseEnded: server.ended, releaseDatabase: server.stop };
}

/** Brings the database that DATABASE_URL names up to this version. */
export async function migrateDatabase(): Promise<void> {
  const applied = await migrate(process.env.DATABASE_URL ?? '');
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');
}
