import { type ChangedAdmin, listAdmins, setAdmin } from '@/lib/domain/accounts';
import { type CommandResult, runOnDatabase } from './command-database';

const USAGE = [
  'Usage: npm run owner:admin -- <e-mail of the account>            makes the account an administrator',
  '       npm run owner:admin -- --revoke <e-mail of the account>   takes the right away',
  '       npm run owner:admin -- --list                             shows the administrators',
].join('\n');

/** Gives accounts the right of an administrator and takes it away, for the operator, also while the server runs. */
export async function ownerAdmin(args: readonly string[]): Promise<CommandResult> {
  const options = args.filter((word) => word.startsWith('-'));
  const [email, ...others] = args.filter((word) => !word.startsWith('-'));
  const [option = '--grant', ...moreOptions] = options;
  const isList = option === '--list';
  const isKnown = isList || option === '--grant' || option === '--revoke';
  if (!isKnown || moreOptions.length + others.length > 0 || isList === (email !== undefined))
    return { text: USAGE, exitCode: 2 };
  return runOnDatabase('npm run owner:admin', async () => {
    if (email === undefined) return { text: await describeAdmins(), exitCode: 0 };
    const isAdmin = option === '--grant';
    const changed = await setAdmin({ email, isAdmin });
    return { text: isAdmin ? describeGranted(changed) : describeRevoked(changed), exitCode: 0 };
  });
}

async function describeAdmins(): Promise<string> {
  const admins = await listAdmins();
  if (admins.length === 0) return 'No account is an administrator.';
  return admins.map(({ email, isByEmailOnly }) => (isByEmailOnly ? `${email} (by ADMIN_EMAILS)` : email)).join('\n');
}

function describeGranted(changed: ChangedAdmin): string {
  const { email, hadRight, isEmailProven, hasPassword, providers, openedAt } = changed;
  const ways = [...(hasPassword ? ['a password'] : []), ...providers];
  const proof = isEmailProven
    ? 'A provider has proved its e-mail.'
    : 'Its e-mail is not proved: the person who opened the account typed it. If that was not you, run this with --revoke.';
  return [
    hadRight ? `${email} was an administrator already.` : `${email} is an administrator now, and so are its agents.`,
    `The account was opened at ${openedAt.toISOString()} and signs in with ${ways.join(', ') || 'no password or provider'}.`,
    proof,
  ].join('\n');
}

function describeRevoked({ email, hadRight, isAdminByEmail }: ChangedAdmin): string {
  if (isAdminByEmail)
    return `${email} is still an administrator: ADMIN_EMAILS names it. Remove it there and restart the server.`;
  return hadRight
    ? `${email} is no longer an administrator, and neither are its agents.`
    : `${email} was not an administrator.`;
}
