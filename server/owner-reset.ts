import { AppError } from '@/lib/core/errors';
import { publicOrigin } from '@/lib/core/public-origin';
import { closeDatabase } from '@/lib/data/database';
import { makeResetLink } from '@/lib/domain/accounts';
import { type CommandResult, openCommandDatabase } from './command-database';

const USAGE = 'Usage: npm run owner:reset -- <e-mail of the account>';

/**
 * Resets a forgotten password for the operator: prints a link that sets a new one. It works once, for a day, and
 * replaces an earlier link.
 */
export async function ownerReset([email]: readonly string[]): Promise<CommandResult> {
  if (!email) return { text: USAGE, exitCode: 2 };
  const { servedAt, release } = await openCommandDatabase('npm run owner:reset');
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
