import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { DueSignal } from '@/lib/core/due';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { decryptSecret, encryptSecret } from '@/lib/domain/credentials';
import { mailServerFault, sendMail, sendsMail } from '@/lib/gateway';
import {
  type ClaimedMail,
  claimDueMail,
  countBacklog,
  deleteMailsBefore,
  findNextMailDue,
  insertMail,
  type MailBacklog,
  storeAttempt,
} from './mail.repo';
import type { MailText } from './texts';

/** Mails wait as rows: a process that dies loses none, and each is sent by one process. */
export const mailDue = new DueSignal('mail');

/** Longer than an attempt takes: after it another process tries. */
const LEASE_MS = 60_000;
/** Pauses after failed attempts: seven attempts in about a day. */
const PAUSES_MS = [1, 5, 15, 60, 240, 1_080].map((minutes) => minutes * 60_000);
const KEPT_MS = 7 * 24 * 3_600_000;
/** Mails that one call of the ticker sends, one after the other. */
const MAX_BATCH = 50;

const sealOwnerOf = (id: string): string => `mail:${id}`;

/** Queues a mail; it is sent within a moment, or later while the server does not answer. */
export async function queueMail(mail: { kind: string; to: string; text: MailText }): Promise<void> {
  const id = newId();
  const at = now();
  const content = encryptSecret(mail.text, sealOwnerOf(id));
  await insertMail({ id, kind: mail.kind, recipient: mail.to, content, at });
  mailDue.announce(at);
}

/** When the next mail is due; null where no mail is sent. */
export async function nextMailDue(): Promise<Date | null> {
  return sendsMail() ? findNextMailDue() : null;
}

/** Sends the mails that are due. Several processes may call it. Returns how many attempts were made. */
export async function sendDueMails(stopping?: AbortSignal): Promise<number> {
  if (!sendsMail()) return 0;
  for (let sent = 0; ; sent++) {
    if (sent === MAX_BATCH || stopping?.aborted) return sent;
    const at = now();
    const mail = await claimDueMail(at, new Date(at.getTime() + LEASE_MS));
    if (!mail) return sent;
    await attempt(mail);
  }
}

/** What waits for the mail server although it was made before a time, and what was sent in the last day. One query. */
export async function mailBacklog(before: Date): Promise<MailBacklog> {
  return countBacklog(before, now());
}

async function attempt(mail: ClaimedMail): Promise<void> {
  const outcome = await sendContent(mail);
  if (outcome.sent) return storeAttempt({ id: mail.id, status: 'sent', dueAt: null, error: null });
  const pauseMs = outcome.retry ? PAUSES_MS[mail.attempts - 1] : undefined;
  const isOver = pauseMs === undefined;
  log.warn({ mail_id: mail.id, attempts: mail.attempts, reason: outcome.error, isOver }, 'a mail was not sent');
  const dueAt = isOver ? null : new Date(now().getTime() + pauseMs);
  await storeAttempt({ id: mail.id, status: isOver ? 'failed' : 'pending', dueAt, error: outcome.error });
}

async function sendContent({ id, recipient, content }: ClaimedMail) {
  let text: MailText;
  try {
    text = decryptSecret(content ?? new Uint8Array(), sealOwnerOf(id)) as MailText;
  } catch {
    return { sent: false as const, retry: false, error: 'The key that sealed this mail is not in ENCRYPTION_KEYS.' };
  }
  return sendMail({ messageId: `<${id}@botplay>`, to: recipient, ...text });
}

/** Says in the log at the start when the configured mail server cannot be used: mails wait then. */
export async function checkMailServer(): Promise<void> {
  if (!sendsMail()) return;
  const fault = await mailServerFault();
  if (fault !== null) log.warn({ reason: fault }, 'SMTP_URL: the mail server cannot be used now; mails wait for it');
}

registerCleanup({
  name: 'mails',
  removeBatch: (limit) => deleteMailsBefore(new Date(now().getTime() - KEPT_MS), limit),
});
