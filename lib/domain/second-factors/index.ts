// The public face of second factors: passkeys, authenticator apps and recovery codes of owners.
export {
  beginAuthenticator,
  confirmApp,
  reencryptAuthenticators,
  removeAuthenticator,
} from './authenticators';
export { listFactors, removeAllFactors, removeFactorsWith } from './factors';
export { addPasskey, hasPasskeys, passkeyOptions, registrationOptions, removePasskey, renamePasskey } from './passkeys';
export { replaceCodes } from './recovery-codes';
export {
  type AuthenticatorSetup,
  assertionSchema,
  attestationSchema,
  authenticatorSetupSchema,
  codeSchema,
  type Factors,
  factorAddedSchema,
  factorsSchema,
  optionsSchema,
  passkeyName,
} from './second-factors.schema';
export { beginPasskeySignIn, giveSecondFactor, proveByFactor, signInWithPasskey } from './sign-in';
