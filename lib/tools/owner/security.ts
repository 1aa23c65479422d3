import { z } from 'zod';
import { now } from '@/lib/core/clock';
import { validationError } from '@/lib/core/errors';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import {
  announceSecurityEvent,
  clearedSetCookie,
  closeBrowser,
  proveByPassword,
  sessionSetCookie,
} from '@/lib/domain/accounts';
import { adoptGuest } from '@/lib/domain/people';
import {
  addPasskey,
  assertionSchema,
  attestationSchema,
  authenticatorSetupSchema,
  beginAuthenticator,
  beginPasskeySignIn,
  codeSchema,
  confirmApp,
  factorAddedSchema,
  factorsSchema,
  giveSecondFactor,
  listFactors,
  optionsSchema,
  passkeyName,
  passkeyOptions,
  proveByFactor,
  registrationOptions,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  replaceCodes,
  signInWithPasskey,
} from '@/lib/domain/second-factors';

const signedIn = z.strictObject({ signed_in: z.literal(true).describe('The cookie of the answer signs in') });
const confirmed = z.strictObject({ confirmed: z.literal(true).describe('Valid for 15 minutes') });
const removed = z.strictObject({ removed: z.literal(true).describe('It no longer works') });
const passkeyId = z.uuid().describe('One of your passkeys');
const credential = assertionSchema.describe('What the passkey signed');

const ASSERTION = {
  id: 'AQIDBAUGBwg',
  rawId: 'AQIDBAUGBwg',
  type: 'public-key' as const,
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
};

/** Either a code or a passkey. @throws VALIDATION_ERROR at `code` for none or both */
function factorOf(body: { code?: string; credential?: z.infer<typeof assertionSchema> }) {
  if (body.code !== undefined && body.credential === undefined) return { code: body.code };
  if (body.code === undefined && body.credential !== undefined) return { assertion: body.credential };
  throw validationError([{ path: ['code'], message: 'Send either a code or the signature of a passkey' }]);
}

/** Signing in with passkeys and second factors, and setting them up. */
export const SECURITY_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'post_console_sign_in_passkey_options',
    title: 'Begin to sign in with a passkey',
    caller: 'anyone',
    rest: 'POST /console/sign-in/passkey/options',
    input: z.strictObject({}),
    output: optionsSchema,
    errors: ['INVALID_STATE'],
    examples: [{}],
    async run({ origin, address }) {
      return { options: await beginPasskeySignIn({ origin, address }) };
    },
  }),
  defineTool({
    name: 'post_console_sign_in_passkey',
    title: 'Sign in with a passkey',
    caller: 'anyone',
    rest: 'POST /console/sign-in/passkey',
    input: z.strictObject({ credential }),
    output: signedIn,
    errors: ['INVALID_STATE'],
    examples: [{ credential: ASSERTION }],
    async run({ origin, address, userAgent, cookieHeader, setCookie }, { credential: assertion }) {
      const owner = await signInWithPasskey({ origin, address, assertion });
      await adoptGuest(owner, cookieHeader);
      setCookie(await sessionSetCookie(owner, { address, userAgent }, now()));
      return { signed_in: true as const };
    },
  }),
  defineTool({
    name: 'post_console_sign_in_factor_options',
    title: 'Begin to give a passkey as the second factor',
    caller: 'signing_in',
    rest: 'POST /console/sign-in/factor/options',
    input: z.strictObject({}),
    output: optionsSchema,
    errors: ['INVALID_STATE'],
    examples: [{}],
    async run({ who: { ownerId, browserId }, origin }) {
      return { options: await passkeyOptions({ origin, purpose: 'second_factor', ownerId, browserId }) };
    },
  }),
  defineTool({
    name: 'post_console_sign_in_factor',
    title: 'Give the second factor of a sign-in: a code of the app, a recovery code or a passkey',
    caller: 'signing_in',
    rest: 'POST /console/sign-in/factor',
    input: z.strictObject({ code: codeSchema.optional(), credential: credential.optional() }),
    output: signedIn,
    errors: ['INVALID_STATE'],
    examples: [{ code: '123456' }, { credential: ASSERTION }],
    async run({ who, origin, address, cookieHeader, setCookie }, body) {
      const cookie = await giveSecondFactor(who, factorOf(body), { origin, address });
      await adoptGuest(who, cookieHeader);
      setCookie(cookie);
      return { signed_in: true as const };
    },
  }),
  defineTool({
    name: 'delete_console_sign_in_factor',
    title: 'Give up a sign-in that waits for its second factor',
    caller: 'signing_in',
    rest: 'DELETE /console/sign-in/factor',
    input: z.strictObject({}),
    output: z.strictObject({ signed_out: z.literal(true).describe('The cookie works no longer') }),
    examples: [{}],
    async run({ who: { ownerId, browserId }, setCookie }) {
      await closeBrowser({ ownerId, browserId });
      setCookie(clearedSetCookie());
      return { signed_out: true as const };
    },
  }),
  defineTool({
    name: 'post_console_proof_options',
    title: 'Begin to confirm with a passkey that it is you',
    caller: 'owner',
    rest: 'POST /console/proof/options',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: optionsSchema,
    errors: ['INVALID_STATE'],
    examples: [{}],
    async run({ who: { ownerId, proof }, origin }) {
      const { browserId } = proof;
      return { options: await passkeyOptions({ origin, purpose: 'proof', ownerId, browserId }) };
    },
  }),
  defineTool({
    name: 'post_console_proof',
    title: 'Confirm that it is you: by the second factor, without one by the password',
    caller: 'owner',
    rest: 'POST /console/proof',
    isOpenToSuspended: true,
    input: z.strictObject({
      password: z.string().min(1).max(256).optional().describe('The password of an account without a second factor'),
      code: codeSchema.optional(),
      credential: credential.optional(),
    }),
    output: confirmed,
    errors: ['INVALID_STATE'],
    examples: [{ code: '123456' }, { password: 'a long pass phrase' }],
    async run({ who, origin, address }, { password, ...factor }) {
      if (password === undefined) await proveByFactor(who, factorOf(factor), { origin, address });
      else await proveByPassword(who, password);
      return { confirmed: true as const };
    },
  }),
  defineTool({
    name: 'get_console_security',
    title: 'Read what protects the account',
    caller: 'owner',
    rest: 'GET /console/security',
    input: z.strictObject({}),
    output: factorsSchema,
    examples: [{}],
    run: ({ who }) => listFactors(who.ownerId),
  }),
  defineTool({
    name: 'post_console_passkeys_options',
    title: 'Begin to add a passkey',
    caller: 'owner',
    rest: 'POST /console/passkeys/options',
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: optionsSchema,
    errors: ['INVALID_STATE'],
    examples: [{}],
    async run({ who, origin }) {
      return { options: await registrationOptions(who, origin) };
    },
  }),
  defineTool({
    name: 'post_console_passkeys',
    title: 'Add a passkey',
    caller: 'owner',
    rest: 'POST /console/passkeys',
    restStatus: 201,
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({
      name: passkeyName.describe('What you call it'),
      credential: attestationSchema.describe('What the browser made'),
    }),
    output: factorAddedSchema,
    errors: ['INVALID_STATE', 'QUOTA_EXCEEDED'],
    examples: [
      {
        name: 'Phone',
        credential: { ...ASSERTION, response: { clientDataJSON: 'e30', attestationObject: 'AQID' } },
      },
    ],
    async run({ who, origin }, { name, credential: attestation }) {
      const recovery_codes = await addPasskey(who, { origin, name, attestation });
      await announceSecurityEvent({ ownerId: who.ownerId, kind: 'passkey_added' });
      return { recovery_codes };
    },
  }),
  defineTool({
    name: 'patch_console_passkeys_passkey_id',
    title: 'Rename a passkey',
    caller: 'owner',
    rest: 'PATCH /console/passkeys/{passkey_id}',
    input: z.strictObject({ passkey_id: passkeyId, name: passkeyName.describe('What you call it') }),
    output: z.strictObject({ name: z.string().describe('Its name now') }),
    examples: [{ passkey_id: '0190f3a0-0000-7000-8000-000000000001', name: 'Phone' }],
    async run({ who: { ownerId } }, { passkey_id: id, name }) {
      await renamePasskey({ ownerId, id, name });
      return { name };
    },
  }),
  defineTool({
    name: 'delete_console_passkeys_passkey_id',
    title: 'Remove a passkey',
    caller: 'owner',
    rest: 'DELETE /console/passkeys/{passkey_id}',
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({ passkey_id: passkeyId }),
    output: removed,
    examples: [{ passkey_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { passkey_id: id }) {
      await removePasskey(who.ownerId, id);
      await announceSecurityEvent({ ownerId: who.ownerId, kind: 'passkey_removed' });
      return { removed: true as const };
    },
  }),
  defineTool({
    name: 'post_console_authenticator',
    title: 'Begin to set up an authenticator app',
    caller: 'owner',
    rest: 'POST /console/authenticator',
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: authenticatorSetupSchema,
    errors: ['INVALID_STATE'],
    examples: [{}],
    run: ({ who }) => beginAuthenticator(who),
  }),
  defineTool({
    name: 'post_console_authenticator_confirm',
    title: 'Confirm an authenticator app by its first code',
    caller: 'owner',
    rest: 'POST /console/authenticator/confirm',
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({ code: codeSchema }),
    output: factorAddedSchema,
    errors: ['INVALID_STATE'],
    examples: [{ code: '123456' }],
    async run({ who }, { code }) {
      const recovery_codes = await confirmApp(who, code);
      await announceSecurityEvent({ ownerId: who.ownerId, kind: 'authenticator_added' });
      return { recovery_codes };
    },
  }),
  defineTool({
    name: 'delete_console_authenticator',
    title: 'Remove the authenticator app',
    caller: 'owner',
    rest: 'DELETE /console/authenticator',
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: removed,
    examples: [{}],
    async run({ who }) {
      await removeAuthenticator(who.ownerId);
      await announceSecurityEvent({ ownerId: who.ownerId, kind: 'authenticator_removed' });
      return { removed: true as const };
    },
  }),
  defineTool({
    name: 'post_console_recovery_codes',
    title: 'Make new recovery codes; the earlier ones no longer work',
    caller: 'owner',
    rest: 'POST /console/recovery-codes',
    proof: 'always',
    isOpenToSuspended: true,
    input: z.strictObject({}),
    output: z.strictObject({ recovery_codes: z.array(z.string()).describe('Ten codes; shown once') }),
    errors: ['INVALID_STATE'],
    examples: [{}],
    async run({ who }) {
      const recovery_codes = await replaceCodes(who.ownerId);
      await announceSecurityEvent({ ownerId: who.ownerId, kind: 'recovery_codes_replaced' });
      return { recovery_codes };
    },
  }),
];
