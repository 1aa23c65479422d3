import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { DueSignal } from '@/lib/core/due';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { metrics, observeGauge } from '@/lib/core/metrics';
import { startMailedLink } from '@/lib/domain/accounts';
import { decryptSecret, encryptSecret } from '@/lib/domain/credentials';
import { mailServerFault, sendMail, sendsMail } from '@/lib/gateway';
import type { MailText } from './layout';
import {
  type ClaimedMail,
  claimDueMail,
  countBacklog,
  countWaitingMails,
  deleteMailsBefore,
  findNextMailDue,
  insertMail,
  insertMailWith,
  type MailBacklog,
  type NewMail,
  type Queryable,
  storeAttempt,
} from './mail.repo';
import { oneClickLink } from './unsubscribe';

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

/** What a mail is for; a label of its metrics. */
export type MailKind =
  | 'password_reset'
  | 'export_ready'
  | 'verify_email'
  | 'security_notice'
  | 'sign_up_decision'
  | 'digest'
  | 'agent_claim'
  | 'test';

/** A mail to queue. */
interface QueuedMail {
  kind: MailKind;
  to: string;
  text: MailText;
  /** Of several mails with one key only the last one waits. */
  onceKey?: string;
}

/** Queues a mail; it is sent within a moment, or later while the server does not answer. */
export async function queueMail(mail: QueuedMail): Promise<void> {
  await insertMail(toRow(mail));
  mailDue.announce(now());
}

/**
 * Queues a mail that is sent when no other mail is due, such as one that many people get, in the caller's transaction. Call
 * `mailDue.announce` after the commit.
 */
export async function queueBulkMail(mail: QueuedMail, client?: Queryable): Promise<void> {
  await insertMail({ ...toRow(mail), isBulk: true }, client);
}

/**
 * Queues a mail with a link, in one transaction with the link: neither is stored without the other. The life of the link begins
 * when the mail is sent.
 * @param makeLink stores the link; null: there is nothing to send
 * @returns whether a mail was queued
 */
export async function queueLinkMail(
  makeLink: (client: Queryable) => Promise<(QueuedMail & { linkHash: string }) | null>,
): Promise<boolean> {
  const isQueued = await insertMailWith(async (client) => {
    const mail = await makeLink(client);
    return mail && { ...toRow(mail), linkHash: mail.linkHash };
  });
  if (isQueued) mailDue.announce(now());
  return isQueued;
}

function toRow({ kind, to, text, onceKey }: QueuedMail): NewMail {
  const id = newId();
  const content = encryptSecret(text, sealOwnerOf(id));
  return { id, kind, recipient: to, content, onceKey: onceKey ?? null, linkHash: null, isBulk: false, at: now() };
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
  const { kind } = mail;
  const outcome = await sendContent(mail);
  if (outcome.sent) {
    metrics().mails.inc({ kind, outcome: 'sent' });
    return storeAttempt({ id: mail.id, status: 'sent', dueAt: null, error: null });
  }
  const pauseMs = outcome.retry ? PAUSES_MS[mail.attempts - 1] : undefined;
  const isOver = pauseMs === undefined;
  log.warn({ mail_id: mail.id, attempts: mail.attempts, reason: outcome.error, isOver }, 'a mail was not sent');
  metrics().mails.inc({ kind, outcome: isOver ? 'failed' : 'retried' });
  const dueAt = isOver ? null : new Date(now().getTime() + pauseMs);
  await storeAttempt({ id: mail.id, status: isOver ? 'failed' : 'pending', dueAt, error: outcome.error });
}

async function sendContent({ id, recipient, content, link_hash: linkHash }: ClaimedMail) {
  if (linkHash !== null && !(await startMailedLink(linkHash)))
    return { sent: false as const, retry: false, error: 'Its link was used or replaced meanwhile.' };
  let text: MailText;
  try {
    text = decryptSecret(content ?? new Uint8Array(), sealOwnerOf(id)) as MailText;
  } catch {
    return { sent: false as const, retry: false, error: 'The key that sealed this mail is not in ENCRYPTION_KEYS.' };
  }
  const { unsubscribe, ...parts } = text;
  const oneClick = unsubscribe === undefined ? {} : { oneClick: oneClickLink(unsubscribe) };
  return sendMail({ messageId: `<${id}@botplay>`, to: recipient, ...parts, ...oneClick });
}

/** Says in the log at the start when the configured mail server cannot be used: mails wait then. Registers their gauge. */
export async function checkMailServer(): Promise<void> {
  if (!sendsMail()) return;
  once('mail.gauge', () => {
    observeGauge('botplay_mails_waiting', 'Mails that wait to be sent, all processes.', () =>
      countWaitingMails().catch(() => null),
    );
    return true;
  });
  const fault = await mailServerFault();
  if (fault !== null) log.warn({ reason: fault }, 'SMTP_URL: the mail server cannot be used now; mails wait for it');
}

registerCleanup({
  name: 'mails',
  removeBatch: (limit) => deleteMailsBefore(new Date(now().getTime() - KEPT_MS), limit),
});
