import { createHash } from 'node:crypto';

/** The key under which mails to an address are counted. */
export const mailboxKey = (email: string): string => createHash('sha256').update(email).digest('base64url');
