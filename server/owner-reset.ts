import { publicOrigin } from '@/lib/core/public-origin';
import { findAccount, makeResetLink } from '@/lib/domain/accounts';
import { removeAllFactors } from '@/lib/domain/second-factors';
import { type CommandResult, runOnDatabase } from './command-database';

const USAGE = `Usage: npm run owner:reset -- <e-mail of the account>                    makes a link that sets a new password
       npm run owner:reset -- <e-mail of the account> --second-factor    removes its passkeys, app and recovery codes`;

/**
 * Lets an owner in again, for the operator: prints a link that sets a new password, which works once, for a day, and replaces an
 * earlier link; or, with `--second-factor`, removes the second factors that the owner has lost. Each leaves the other as it is.
 */
export async function ownerReset([email, option, ...others]: readonly string[]): Promise<CommandResult> {
  const isOption = option === undefined || option === '--second-factor';
  if (!email || email.startsWith('-') || !isOption || others.length > 0) return { text: USAGE, exitCode: 2 };
  return runOnDatabase('npm run owner:reset', async (servedAt) => {
    const text = option ? await removeFactors(email) : await makeLink(email, servedAt);
    return { text, exitCode: 0 };
  });
}

async function makeLink(email: string, servedAt: string): Promise<string> {
  const link = await makeResetLink({ email });
  const until = link.expiresAt.toISOString();
  return [
    `Give this link to the owner of ${link.email}, and to no other person. It sets a new password, works once and until`,
    `${until}, signs the account out everywhere and disconnects GitHub, Google and other providers.`,
    'A second factor is still asked for; `--second-factor` removes it.',
    '',
    `${publicOrigin(URL.canParse(servedAt) ? new URL(servedAt).origin : null)}/reset/${link.token}`,
  ].join('\n');
}

async function removeFactors(email: string): Promise<string> {
  const account = await findAccount(email);
  const count = await removeAllFactors(account.ownerId);
  return count === 0
    ? `The account ${account.email} has no second factor. Nothing was changed.`
    : `Removed every passkey and authenticator app of ${account.email} (${count}), and the recovery codes. Signing in asks for the password alone.`;
}
