import { createHash } from 'node:crypto';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { makeResetLink } from '@/lib/domain/accounts';
import { addressBlock, takeLimit } from '@/lib/domain/limits';
import { sendsMail } from '@/lib/gateway';
import { queueMail } from './outbox';
import { resetText } from './texts';

/** The person reads mail now; an operator's link lives longer. */
const LINK_MAX_AGE_MS = 3_600_000;

/**
 * Mails a link that sets a new password to the account of an address. The answer is the same whether there is one, and comes
 * before it is looked for, so that neither words nor time tell.
 * @param of.origin of the site, for the link
 * @throws INVALID_STATE where no mail is sent · RATE_LIMITED by address, and by e-mail whether or not it has an account
 */
export async function mailResetLink(of: { email: string; address: string; origin: string }): Promise<void> {
  if (!sendsMail()) throw new AppError('INVALID_STATE', 'This site sends no mail. Ask its operator for a link.');
  const email = of.email.trim().toLowerCase();
  await takeLimit('reset_mail_address', addressBlock(of.address));
  await takeLimit('reset_mail', createHash('sha256').update(email).digest('base64url'));
  void queueReset(email, of.origin).catch((err: unknown) => log.error({ err }, 'a reset mail was not queued'));
}

async function queueReset(email: string, origin: string): Promise<void> {
  const link = await makeResetLink({ email, maxAgeMs: LINK_MAX_AGE_MS }).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  });
  if (!link) return;
  await queueMail({ kind: 'password_reset', to: link.email, text: resetText(`${origin}/reset/${link.token}`) });
}
