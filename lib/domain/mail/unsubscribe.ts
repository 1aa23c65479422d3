import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/core/env';
import { publicOrigin } from '@/lib/core/public-origin';

/** Kinds of mails that a reader may end: `digest` by owner, `claims` by mailbox. */
const MAIL_LISTS = ['digest', 'claims'] as const;
export type MailList = (typeof MAIL_LISTS)[number];

/** What a link that ends mails is about. */
export interface Unsubscription {
  list: MailList;
  /** The owner of a digest; the key of the mailbox that is asked to claim agents. */
  subject: string;
}

const SUBJECT_FORM = /^[\w-]{1,64}$/;

const signatureOf = ({ list, subject }: Unsubscription): Buffer =>
  createHmac('sha256', env().IDENTITY_KEY).update(`unsubscribe:${list}:${subject}`).digest();

/** The address that ends such mails without a sign-in. It is signed with IDENTITY_KEY and stays valid, as old mails do. */
export function unsubscribeLink(of: Unsubscription): string {
  return `${publicOrigin()}/unsubscribe/${of.list}.${of.subject}.${signatureOf(of).toString('base64url')}`;
}

/** The address that mail programs post to for one click (RFC 8058), of the address that people open. */
export const oneClickLink = (link: string): string => `${link}/one-click`;

/** What the last part of such an address ends; null when it is not ours. */
export function readUnsubscription(token: string): Unsubscription | null {
  const [list, subject = '', signature = '', ...rest] = token.split('.');
  const listed = MAIL_LISTS.find((one) => one === list);
  if (!listed || rest.length > 0 || !SUBJECT_FORM.test(subject)) return null;
  const expected = signatureOf({ list: listed, subject });
  const given = Buffer.from(signature, 'base64url');
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? { list: listed, subject } : null;
}
