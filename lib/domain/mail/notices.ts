import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import { findContact, onSecurityEvent, type SecurityEvent } from '@/lib/domain/accounts';
import { sendsMail } from '@/lib/gateway';
import { isUsedUp, mailboxKey } from './mailbox';
import { queueMail } from './outbox';
import { decisionText, exportText, noticeText } from './texts';

// Mails that say what has happened, without a secret in them.

const DAY_MS = 24 * 3_600_000;
/** More has happened than a person did: the notices in the console go on. */
const BY_OWNER = { name: 'notice_mail', points: 30, durationMs: DAY_MS };
/** Nobody has proven that the mailbox is that of the owner: it may be a stranger's. */
const BY_UNPROVEN_MAILBOX = { name: 'notice_mail_unproven', points: 3, durationMs: DAY_MS };

/**
 * Mails what happened to the account, to its e-mail; a changed e-mail to the one before. Nothing where no mail is sent, and not
 * more in a day than 30 for an account, 3 to a mailbox that is not proven.
 */
async function mailNotice(event: SecurityEvent): Promise<void> {
  if (!sendsMail()) return;
  const to = event.previous ?? (await findContact(event.ownerId));
  if (to === null) return;
  const limit = to.isProven
    ? { ...BY_OWNER, key: event.ownerId }
    : { ...BY_UNPROVEN_MAILBOX, key: mailboxKey(to.email) };
  if (await isUsedUp(limit)) return;
  const text = noticeText(event, { origin: publicOrigin(), at: now() });
  await queueMail({ kind: 'security_notice', to: to.email, text });
}

onSecurityEvent('mail', mailNotice);

/** Mails an owner that the archive of their data is ready. The page of the link asks for a sign-in. */
export async function mailExportLink(of: { email: string; link: string; days: number }): Promise<void> {
  await queueMail({ kind: 'export_ready', to: of.email, text: exportText(of) });
}

/** Mails what an administrator decided about an account, where mail is sent. Never throws: the decision holds without it. */
export async function mailSignUpDecision(of: { email: string; isApproved: boolean; origin: string }): Promise<void> {
  if (!sendsMail()) return;
  const text = decisionText(of.isApproved, of.origin);
  await queueMail({ kind: 'sign_up_decision', to: of.email, text }).catch((err: unknown) =>
    log.error({ err }, 'a mail about a sign-up was not queued'),
  );
}
