import { hash, hkdfSync, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes at or above this are drawn again, so that every character is equally likely. */
const UNBIASED_BELOW = 256 - (256 % BASE62.length);

const KEY_PREFIX = 'pgos_';
const CLAIM_PREFIX = 'claim_';
const RESET_PREFIX = 'reset_';
const MAILED_RESET_PREFIX = 'reset_mail_';
const ADMIN_PREFIX = 'admin_';
const VERIFY_PREFIX = 'verify_';
const INVITATION_PREFIX = 'invite_';
/** 43 base62 characters carry 256 bits. */
const SECRET_LENGTH = 43;
const SHOWN_LENGTH = 8;

const KEY_FORM = /^pgos_[0-9A-Za-z]{43}$/;
const CLAIM_FORM = /^claim_[0-9A-Za-z]{43}$/;
const RESET_FORM = /^reset_(?:mail_)?[0-9A-Za-z]{43}$/;
const ADMIN_FORM = /^admin_[0-9A-Za-z]{43}$/;
const INVITATION_FORM = /^invite_[0-9A-Za-z]{43}$/;
const VERIFY_FORM = /^verify_[0-9A-Za-z]{43}$/;

function base62(length: number, draw: (bytes: number) => Uint8Array = randomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of draw(length - text.length + 8)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += BASE62[byte % BASE62.length];
    }
  }
  return text;
}

/** A secret of 256 random bits needs no slow hash: SHA-256, hex, is what is stored and looked up. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export interface NewSecret {
  /** Shown once, never stored. */
  secret: string;
  hash: string;
  /** The first 8 characters after the prefix, by which a person recognizes a key. */
  prefix: string;
}

/** A new API key: `pgos_` and 43 base62 characters. */
export function newApiKey(): NewSecret {
  const body = base62(SECRET_LENGTH);
  const secret = KEY_PREFIX + body;
  return { secret, hash: hashSecret(secret), prefix: body.slice(0, SHOWN_LENGTH) };
}

/** A new token for a claim link, of the same strength as a key. */
export function newClaimToken(): { secret: string; hash: string } {
  const secret = CLAIM_PREFIX + base62(SECRET_LENGTH);
  return { secret, hash: hashSecret(secret) };
}

/**
 * The claim token of an agent under a key of the platform: the same each time, so that asking for the link again does not
 * end the one that a person has open.
 */
export function deriveClaimToken(agentId: string, key: string): { secret: string; hash: string } {
  let block = 0;
  const draw = (bytes: number) => new Uint8Array(hkdfSync('sha256', key, '', `claim:${agentId}:${block++}`, bytes));
  const secret = CLAIM_PREFIX + base62(SECRET_LENGTH, draw);
  return { secret, hash: hashSecret(secret) };
}

/** A new token for a link that sets a new password, of the same strength as a key. */
export function newResetToken({ isMailed }: { isMailed: boolean }): { secret: string; hash: string } {
  const secret = (isMailed ? MAILED_RESET_PREFIX : RESET_PREFIX) + base62(SECRET_LENGTH);
  return { secret, hash: hashSecret(secret) };
}

/** A new token for a link that proves an e-mail, of the same strength as a key. */
export function newVerifyToken(): { secret: string; hash: string } {
  const secret = VERIFY_PREFIX + base62(SECRET_LENGTH);
  return { secret, hash: hashSecret(secret) };
}

/** A new token of an invitation, of the same strength as a key. */
export function newInvitationToken(): { secret: string; hash: string } {
  const secret = INVITATION_PREFIX + base62(SECRET_LENGTH);
  return { secret, hash: hashSecret(secret) };
}

/** A new token for a link that makes an administrator, of the same strength as a key. */
export function newAdminToken(): { secret: string; hash: string } {
  const secret = ADMIN_PREFIX + base62(SECRET_LENGTH);
  return { secret, hash: hashSecret(secret) };
}

const OAUTH_PREFIXES = { access: 'pgoa_', refresh: 'pgor_', code: 'pgoc_', client: 'pgox_' } as const;

/** What the OAuth server gives out: tokens and codes, and the secrets of clients that registered themselves. */
export type OauthSecretKind = keyof typeof OAUTH_PREFIXES;

/** A new secret of the OAuth server, of the same strength as a key. */
export function newOauthSecret(kind: OauthSecretKind): { secret: string; hash: string } {
  const secret = OAUTH_PREFIXES[kind] + base62(SECRET_LENGTH);
  return { secret, hash: hashSecret(secret) };
}

/** Whether a text has the form of such a secret; anything else never reaches the database. */
export function isOauthSecretForm(kind: OauthSecretKind, text: string): boolean {
  return text.startsWith(OAUTH_PREFIXES[kind]) && /^pgo[a-z]_[0-9A-Za-z]{43}$/.test(text);
}

/** Whether a text has the form of an API key; anything else never reaches the database. */
export function isApiKeyForm(text: string): boolean {
  return KEY_FORM.test(text);
}

/** Whether a text has the form of a claim token. */
export function isClaimTokenForm(text: string): boolean {
  return CLAIM_FORM.test(text);
}

/** Whether a text has the form of the token in a link that sets a new password. */
export function isResetTokenForm(text: string): boolean {
  return RESET_FORM.test(text);
}

/** Whether such a token was mailed, so that the person who has it reads the mailbox of the account. */
export function isMailedResetToken(text: string): boolean {
  return isResetTokenForm(text) && text.startsWith(MAILED_RESET_PREFIX);
}

/** Whether a text has the form of the token in a link that makes an administrator. */
export function isAdminTokenForm(text: string): boolean {
  return ADMIN_FORM.test(text);
}

/** Whether a text has the form of the token in a link that proves an e-mail. */
export function isVerifyTokenForm(text: string): boolean {
  return VERIFY_FORM.test(text);
}

/** Whether a text has the form of the token of an invitation. */
export function isInvitationTokenForm(text: string): boolean {
  return INVITATION_FORM.test(text);
}

/** Four characters that make generated names different. */
export function randomTag(): string {
  return base62(4);
}
