import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { addressBlock, limitCall } from '@/lib/domain/limits';
import { sendsMail } from '@/lib/gateway';
import { hasRefusal, insertRefusal } from './mail.repo';
import { isUsedUp, mailboxKey } from './mailbox';
import { mailDue, queueBulkMail } from './outbox';
import { claimText } from './texts';
import { unsubscribeLink } from './unsubscribe';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Counted by all processes together: agents sign themselves up, and a mail goes to a stranger's mailbox. */
const BY_AGENT = { name: 'claim_mail_agent', points: 3, durationMs: DAY_MS, what: 'mails of an agent to its owner' };
const BY_ADDRESS = { name: 'claim_mail_address', points: 10, durationMs: HOUR_MS, what: 'mails to owners from here' };
const BY_SITE = { name: 'claim_mail_site', points: 1_000, durationMs: DAY_MS, what: 'mails to owners of this site' };
const BY_MAILBOX = { name: 'claim_mail_mailbox', points: 2, durationMs: DAY_MS };

/** Mail programs make links of such words. */
const LIKE_ADDRESS = /\S[.:/@]\S/;
const MAX_NAME_LENGTH = 60;

/**
 * Mails the claim link of an agent to the person who is said to be its owner. The caller learns nothing about the mailbox: not whether
 * it has an account, wants no such mails, or has had enough of them today.
 * @param of.address of the caller
 * @throws INVALID_STATE where no mail is sent · RATE_LIMITED by agent, by address of the caller, and for the whole site
 */
export async function mailClaimLink(of: {
  agentId: string;
  agentName: string;
  email: string;
  link: string;
  address: string;
}): Promise<void> {
  if (!sendsMail()) {
    throw new AppError(
      'INVALID_STATE',
      'This site sends no mail. Leave owner_email out and give the link to the person.',
    );
  }
  await limitCall({ ...BY_AGENT, key: of.agentId });
  await limitCall({ ...BY_ADDRESS, key: addressBlock(of.address || 'unknown') });
  await limitCall({ ...BY_SITE, key: 'site' });
  const mailbox = mailboxKey(of.email);
  const [isRefused, isEnough] = [
    await hasRefusal({ list: 'claims', mailbox }),
    await isUsedUp({ ...BY_MAILBOX, key: mailbox }),
  ];
  if (isRefused || isEnough) return;
  const name = LIKE_ADDRESS.test(of.agentName) ? null : of.agentName.slice(0, MAX_NAME_LENGTH);
  const refusal = unsubscribeLink({ list: 'claims', subject: mailbox });
  const text = claimText({ name, link: of.link, refusal });
  await queueBulkMail({ kind: 'agent_claim', to: of.email, text, onceKey: `claim ${of.agentId} ${mailbox}` });
  mailDue.announce(now());
}

/** Notes for good that a mailbox wants no mails about agents. @param mailbox of the signed link in such a mail */
export async function refuseClaimMails(mailbox: string): Promise<void> {
  await insertRefusal({ list: 'claims', mailbox, at: now() });
}

/** Whether a mailbox wants no mails about agents. */
export function refusesClaimMails(mailbox: string): Promise<boolean> {
  return hasRefusal({ list: 'claims', mailbox });
}
