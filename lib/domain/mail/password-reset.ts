import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { makeResetLink } from '@/lib/domain/accounts';
import { addressBlock, limitCall, takeLimit } from '@/lib/domain/limits';
import { sendsMail } from '@/lib/gateway';
import { mailboxKey } from './mailbox';
import { queueLinkMail } from './outbox';
import { resetText } from './texts';

/** A mail goes to a stranger's mailbox. */
const BY_MAILBOX = { name: 'reset_mail', points: 3, durationMs: 3_600_000, what: 'such mails to an address' };

/**
 * Mails a link that sets a new password to the account of an address; none while a link of the operator works, which a stranger must
 * not end. The answer is the same whether there is one, and comes
 * before it is looked for, so that neither words nor time tell.
 * @param of.origin of the site, for the link
 * @throws INVALID_STATE where no mail is sent · RATE_LIMITED by address, and by e-mail whether or not it has an account
 */
export async function mailResetLink(of: { email: string; address: string; origin: string }): Promise<void> {
  if (!sendsMail()) throw new AppError('INVALID_STATE', 'This site sends no mail. Ask its operator for a link.');
  const email = of.email.trim().toLowerCase();
  await takeLimit('reset_mail_address', addressBlock(of.address));
  await limitCall({ ...BY_MAILBOX, key: mailboxKey(email) });
  void queueReset(email, of.origin).catch((err: unknown) => log.error({ err }, 'a reset mail was not queued'));
}

async function queueReset(email: string, origin: string): Promise<void> {
  await queueLinkMail(async (client) => {
    const link = await makeResetLink({ email, isMailed: true }, client).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
      throw thrown;
    });
    if (!link) return null;
    const text = resetText(`${origin}/reset/${link.token}`);
    return { kind: 'password_reset', to: link.email, text, onceKey: `reset ${link.email}`, linkHash: link.hash };
  });
}
