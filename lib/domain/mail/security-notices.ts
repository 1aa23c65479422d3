import { now } from '@/lib/core/clock';
import { publicOrigin } from '@/lib/core/public-origin';
import { findContact, onSecurityEvent, type SecurityEvent } from '@/lib/domain/accounts';
import { sendsMail } from '@/lib/gateway';
import { queueMail } from './outbox';
import { noticeText } from './texts';

/** Mails what happened to the account, to its e-mail; a changed e-mail to the one before. Nothing where no mail is sent. */
async function mailNotice(event: SecurityEvent): Promise<void> {
  if (!sendsMail()) return;
  const to = event.previousEmail ?? (await findContact(event.ownerId))?.email;
  if (to === undefined) return;
  await queueMail({ kind: 'security_notice', to, text: noticeText(event, { origin: publicOrigin(), at: now() }) });
}

onSecurityEvent('mail', mailNotice);
