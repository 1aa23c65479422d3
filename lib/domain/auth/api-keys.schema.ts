import { z } from 'zod';
import { SCOPES, type Scope } from '@/lib/core/scopes';

/** Text that people read: no control characters, no direction overrides, no broken surrogates; trimmed. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, 'Must not hold control characters');

/** Canonical scopes, at least one; an unknown word is refused by name. Comes out in canonical order, each once. */
export const scopeList = z
  .array(z.enum(SCOPES))
  .min(1)
  .max(SCOPES.length * 2)
  .transform((scopes): Scope[] => SCOPES.filter((scope) => scopes.includes(scope)));

export const issueKeyBody = z.strictObject({
  name: plainText(80),
  scopes: scopeList.optional(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
});

/** Thirty days: long enough for any roll-out, short enough that a forgotten old key ends. */
const MAX_OVERLAP_S = 30 * 24 * 3600;

export const rotateKeyBody = z.strictObject({ overlap_seconds: z.number().int().min(0).max(MAX_OVERLAP_S).default(0) });
