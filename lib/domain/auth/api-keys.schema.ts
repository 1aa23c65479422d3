import { z } from 'zod';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { plainText } from './plain-text';
import { DEFAULT_TTL_S, MAX_TTL_S } from './tokens.service';

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

export const mintTokenBody = z.strictObject({
  scopes: scopeList.optional(),
  ttl_seconds: z.number().int().min(1).max(MAX_TTL_S).default(DEFAULT_TTL_S),
});

export const selfRegistrationBody = z.strictObject({
  display_name: plainText(80).optional(),
  scopes: scopeList.optional(),
});
