import { env } from '@/lib/core/env';

const DAY_MS = 86_400_000;
const VALID_DAYS = 180;

/** `security.txt` (RFC 9116); null without SECURITY_CONTACT, because nobody would read the report. */
export function securityText(origin: string): string | null {
  const contact = env().SECURITY_CONTACT;
  if (contact === '') return null;
  const expires = new Date(Math.ceil(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  return [
    `Contact: ${contact.includes(':') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
