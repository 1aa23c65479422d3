import { createHmac } from 'node:crypto';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { type CallCount, limitCall } from '@/lib/domain/limits';

/** One key for all spellings of a mailbox: without what follows a plus, and without the dots of Gmail. */
export function mailboxKey(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [base = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  const mailbox = isGmail ? `${base.replaceAll('.', '')}@gmail.com` : `${base || local}@${domain}`;
  return createHmac('sha256', env().IDENTITY_KEY).update(`mailbox:${mailbox}`).digest('base64url');
}

/** Counts a mail against a limit that all processes share. True when there have been enough of them. */
export function isUsedUp(count: CallCount): Promise<boolean> {
  return limitCall(count).then(
    () => false,
    (thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED') return true;
      throw thrown;
    },
  );
}
