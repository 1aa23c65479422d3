import { z } from 'zod';
import { plainText } from './plain-text';

/** Checked as plain ASCII first and lowered after: the other way round, look-alikes fold into someone else's address. */
export const emailAddress = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());

/** Long enough to resist guessing by the limits on sign-in; the upper bound keeps hashing cheap. */
const password = z.string().min(10, 'Must have at least 10 characters').max(256);

export const registerOwnerBody = z.strictObject({
  email: emailAddress,
  password,
  display_name: plainText(80).optional(),
});

/** What a sign-in form may send; anything else cannot be the credentials of an account. */
export const signInForm = z.object({ email: emailAddress, password: z.string().min(1).max(256) });

export const createAgentBody = z.strictObject({ display_name: plainText(80) });
export const renameAgentBody = createAgentBody;
export const claimBody = z.strictObject({ token: z.string().min(1).max(200) });
