import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { makeVerifyLink } from '@/lib/domain/accounts';
import { limitCall } from '@/lib/domain/limits';
import { sendsMail } from '@/lib/gateway';
import { isUsedUp, mailboxKey } from './mailbox';
import { queueLinkMail } from './outbox';
import { verifyText } from './texts';

/** An account whose e-mail is to be proven. */
interface Unproven {
  ownerId: OwnerId;
  email: string;
  /** Of the site, for the link. */
  origin: string;
}

/** A person who opens an account may type a stranger's e-mail. */
const BY_MAILBOX = { name: 'verify_mail', points: 3, durationMs: 3_600_000, what: 'such mails to an address' };

/**
 * Mails a link that proves the e-mail of an account.
 * @throws INVALID_STATE where no mail is sent, or the e-mail is proven · RATE_LIMITED by e-mail
 */
export async function mailVerifyLink(of: Unproven): Promise<void> {
  if (!sendsMail()) throw new AppError('INVALID_STATE', 'This site sends no mail, so an e-mail cannot be proven here.');
  await limitCall({ ...BY_MAILBOX, key: mailboxKey(of.email) });
  if (!(await queueVerify(of))) throw new AppError('INVALID_STATE', 'This e-mail is proven already.');
}

/**
 * Mails the link after an account was opened or its e-mail changed, where mail is sent, unless the mailbox has had enough of them.
 * Never throws.
 */
export async function offerVerifyLink(of: Unproven): Promise<void> {
  if (!sendsMail()) return;
  try {
    if (!(await isUsedUp({ ...BY_MAILBOX, key: mailboxKey(of.email) }))) await queueVerify(of);
  } catch (err) {
    log.error({ err }, 'a mail that proves an e-mail was not queued');
  }
}

function queueVerify({ ownerId, origin }: Unproven): Promise<boolean> {
  return queueLinkMail(async (client) => {
    const link = await makeVerifyLink(ownerId, client);
    if (!link) return null;
    const text = verifyText(`${origin}/verify/${link.token}`);
    return { kind: 'verify_email', to: link.email, text, onceKey: `verify ${ownerId}`, linkHash: link.hash };
  });
}
