import { AppError } from '@/lib/core/errors';
import { publicOrigin } from '@/lib/core/public-origin';
import { closeDatabase } from '@/lib/data/database';
import { findRunningEmbedded, startEmbedded } from '@/lib/data/embedded';
import { makeResetLink } from '@/lib/domain/auth';

const USAGE = 'Usage: npm run owner:reset -- <e-mail of the account>';

interface Opened {
  /** The address of the running server; '' when unknown. */
  servedAt: string;
  release: () => Promise<void>;
}

/** Opens the embedded database when DATABASE_URL is not set: the one of the running server, else a temporary server. */
async function openDatabase(): Promise<Opened> {
  if (process.env.DATABASE_URL) return { servedAt: '', release: async () => {} };
  const dataDirectory = process.env.BOTPLAY_DATA_DIR || '.data';
  const running = await findRunningEmbedded(dataDirectory);
  const own = running === null ? await startEmbedded({ dataDirectory, about: 'npm run owner:reset' }) : null;
  Object.assign(process.env, { DATABASE_URL: running?.url ?? own?.url, BOTPLAY_EMBEDDED: '1' });
  return { servedAt: running?.about ?? '', release: async () => own?.stop() };
}

/** The output of the command and its exit code. */
export interface CommandResult {
  text: string;
  exitCode: 0 | 1 | 2;
}

/**
 * Resets a forgotten password for the operator: prints a link that sets a new one. It works once, for a day, and
 * replaces an earlier link.
 */
export async function ownerReset(email: string | undefined): Promise<CommandResult> {
  if (!email) return { text: USAGE, exitCode: 2 };
  const { servedAt, release } = await openDatabase();
  try {
    const link = await makeResetLink({ email });
    const until = link.expiresAt.toISOString();
    const text = [
      `Give this link to the owner of ${link.email}, and to no other person. It sets a new password, works once and until`,
      `${until}, signs the account out everywhere and disconnects GitHub, Google and other providers.`,
      '',
      `${publicOrigin(URL.canParse(servedAt) ? new URL(servedAt).origin : null)}/reset/${link.token}`,
    ].join('\n');
    return { text, exitCode: 0 };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { text: thrown.message, exitCode: 1 };
  } finally {
    await closeDatabase();
    await release();
  }
}
