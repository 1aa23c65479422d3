import { z } from 'zod';
import { publicName } from '@/lib/core/public-name';

const MAX_FIELD_CHARACTERS = 8_000;
const base64 = z.string().max(MAX_FIELD_CHARACTERS);
const credentialId = z.string().min(1).max(1_400);
const extensions = z
  .record(z.string().max(40), z.unknown())
  .optional()
  .describe('What extensions of the browser answered; not used');
const attachment = z.string().max(40).nullish().describe('Whether the authenticator is part of the device');
const kind = z.literal('public-key').describe('Always public-key');

/** What `navigator.credentials.get` answered, in JSON (WebAuthn 3, 5.1): fields as the standard spells them. */
export const assertionSchema = z.strictObject({
  id: credentialId.describe('The passkey'),
  rawId: credentialId.describe('The passkey'),
  type: kind,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z
    .strictObject({
      clientDataJSON: base64.describe('What the browser signed about this page'),
      authenticatorData: base64.describe('What the authenticator signed'),
      signature: base64.describe('The signature'),
      userHandle: base64.nullish().describe('The account'),
    })
    .describe('The signature of the challenge'),
});

/** What `navigator.credentials.create` answered, in JSON. */
export const attestationSchema = z.strictObject({
  id: credentialId.describe('The passkey'),
  rawId: credentialId.describe('The passkey'),
  type: kind,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z
    .strictObject({
      clientDataJSON: base64.describe('What the browser says about this page'),
      attestationObject: base64.describe('The new passkey'),
      authenticatorData: base64.nullish().describe('Data of the authenticator'),
      transports: z.array(z.string().max(40)).max(10).nullish().describe('How the authenticator is reached'),
      publicKey: base64.nullish().describe('Its public key'),
      publicKeyAlgorithm: z.int().nullish().describe('The algorithm of the key'),
    })
    .describe('The new passkey'),
});

export type Assertion = z.infer<typeof assertionSchema>;
export type Attestation = z.infer<typeof attestationSchema>;

/** What is handed to the browser's WebAuthn API. */
export const optionsSchema = z.strictObject({
  options: z.record(z.string(), z.unknown()).describe('Options for navigator.credentials, in JSON'),
});

/** Six digits of an authenticator app, or a recovery code. Spaces and dashes do not matter. */
export const codeSchema = z.string().trim().min(6, 'Must have at least 6 characters').max(40).describe('The code');

export const passkeyName = publicName(60);

export const passkeySchema = z.strictObject({
  passkey_id: z.uuid().describe('The passkey'),
  name: z.string().describe('What its owner called it'),
  is_synced: z.boolean().describe('Its maker copies it to other devices'),
  created_at: z.string().describe('When it was added'),
  last_used_at: z.string().nullable().describe('When it was last used'),
});

const recoveryCodes = z
  .array(z.string())
  .nullable()
  .describe('Ten codes, each for one sign-in, when this is the first factor; shown once. Null otherwise');

/** The answer to a factor that was added. */
export const factorAddedSchema = z.strictObject({ recovery_codes: recoveryCodes });

/** What protects an account. */
export const factorsSchema = z.strictObject({
  passkeys: z.array(passkeySchema).describe('Passkeys and security keys, the oldest first'),
  has_authenticator: z.boolean().describe('An authenticator app is set up'),
  authenticator_last_used_at: z.string().nullable().describe('When a code of it was last used'),
  recovery_codes_left: z.int().describe('Recovery codes that were not used'),
});
export type Factors = z.infer<typeof factorsSchema>;

/** An authenticator app that is being set up. */
export const authenticatorSetupSchema = z.strictObject({
  secret: z.string().describe('The secret in Base32, to type into the app'),
  uri: z.string().describe('The same as an otpauth address'),
  qr: z
    .strictObject({
      size: z.int().describe('Modules of one side'),
      path: z.string().describe('The dark modules as the path of an SVG, one unit each'),
    })
    .describe('The address as a QR code'),
});
export type AuthenticatorSetup = z.infer<typeof authenticatorSetupSchema>;
