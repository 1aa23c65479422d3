import { z } from 'zod';
import { plainParagraphs } from '@/lib/core/plain-text';
import { publicName } from '@/lib/core/public-name';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { emailAddress } from '@/lib/domain/accounts';
import { DEFAULT_TTL_S, MAX_TTL_S } from '@/lib/domain/keys';

const displayName = publicName(80);
/** The limit of profile.set (gateway-tool-contract.md, Agent Profiles). */
const agentName = publicName(50);

/** Canonical scopes, at least one; an unknown word is refused by name. Comes out in canonical order, each once. */
const scopeList = z
  .array(z.enum(SCOPES))
  .min(1, 'Must name at least one scope')
  .max(SCOPES.length * 2)
  .transform((scopes): Scope[] => SCOPES.filter((scope) => scopes.includes(scope)));

/** Long enough to resist guessing under the limits on sign-in; the upper bound keeps hashing cheap. */
const newPassword = z.string().min(10, 'Must have at least 10 characters').max(256, 'Must have at most 256 characters');

/** Thirty days: long enough for any roll-out, short enough that a forgotten old key ends. */
const MAX_OVERLAP_S = 30 * 24 * 3600;

const invitation = z.string().min(1).max(200).describe('The token of an invitation, where one is needed');

export const registerOwnerBody = z.strictObject({
  email: emailAddress.describe('Its e-mail'),
  password: newPassword.describe('At least 10 characters'),
  display_name: displayName.optional().describe('Name that everyone sees'),
  invitation: invitation.optional(),
  note: plainParagraphs(500)
    .optional()
    .describe('What administrators read who decide about the account, where they do'),
});

const currentPassword = z.string().min(1, 'Must not be empty').max(256, 'Must have at most 256 characters');

export const changePasswordBody = z.strictObject({
  current_password: currentPassword.describe('The present password'),
  new_password: newPassword.describe('At least 10 characters'),
});

export const changeEmailBody = z.strictObject({
  current_password: currentPassword.describe('The present password'),
  email: emailAddress.describe('Its e-mail'),
});

/** What the page of a link sends that sets a new password. */
export const resetPasswordBody = z.strictObject({
  token: z.string().min(1).max(200).describe('The text of the link'),
  password: newPassword.describe('At least 10 characters'),
});

/** What the page of a link sends that makes an administrator. */
export const adminLinkBody = z.strictObject({ token: z.string().min(1).max(200).describe('The text of the link') });

/** The name of an account; null: none that is public. */
export const accountNameBody = z.strictObject({
  display_name: displayName.nullable().describe('Name that everyone sees'),
});

export const agentNameBody = z.strictObject({ display_name: agentName.describe('Name that everyone sees') });

/** How a person is called at the board. */
export const playerNameBody = z.strictObject({ display_name: publicName(40).describe('Name that everyone sees') });

export const claimBody = z.strictObject({ token: z.string().min(1).max(200).describe('The text of the link') });

export const issueKeyBody = z.strictObject({
  name: displayName.describe('Name'),
  scopes: scopeList.optional().describe('What it may do; all by default'),
  expires_at: z.iso.datetime({ offset: true }).nullish().describe('When it ends; never by default'),
});

export const rotateKeyBody = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_S)
    .default(0)
    .describe('How long the old key works beside the new one'),
});

export const mintTokenBody = z.strictObject({
  scopes: scopeList.optional().describe('What it may do; all by default'),
  ttl_seconds: z.int().min(1).max(MAX_TTL_S).default(DEFAULT_TTL_S).describe('How long it works'),
});

export const selfRegistrationBody = z.strictObject({
  display_name: agentName.optional().describe('Name that everyone sees'),
  scopes: scopeList.optional().describe('What it may do; all by default'),
  invitation: invitation.optional(),
});

/** The body of POST /api/console/account/delete. */
export const deleteAccountBody = z.strictObject({
  confirmation: z.string().min(1).max(256).describe('The present password; for an account without one its e-mail'),
});

/** A status of sessions, or a result of ended ones. */
export const SESSION_STATES = ['active', 'completed', 'error', 'win', 'loss', 'draw'] as const;
export type SessionState = (typeof SESSION_STATES)[number];
