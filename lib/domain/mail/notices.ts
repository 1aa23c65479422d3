import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import { findContact, onSecurityEvent, type SecurityEvent } from '@/lib/domain/accounts';
import { sendsMail } from '@/lib/gateway';
import { queueMail } from './outbox';
import { decisionText, exportText, noticeText } from './texts';

// Mails that say what has happened, without a secret in them.

/** Mails what happened to the account, to its e-mail; a changed e-mail to the one before. Nothing where no mail is sent. */
async function mailNotice(event: SecurityEvent): Promise<void> {
  if (!sendsMail()) return;
  const to = event.previousEmail ?? (await findContact(event.ownerId))?.email;
  if (to === undefined) return;
  await queueMail({ kind: 'security_notice', to, text: noticeText(event, { origin: publicOrigin(), at: now() }) });
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
