// The public face of credentials: what agents stored for experiences, sealed.
export { findBearerToken } from './bearer.service';
export { captureCredential, replaceRefusedSecret } from './capture';
export { AUTH_METHODS, type AuthMethod, type CredentialInfo, type OpenedCredential } from './credentials.schema';
export {
  deleteCredential,
  listCredentials,
  noteUse,
  openCredentials,
  setDefaultCredential,
  storeCredential,
} from './credentials.service';
export { agreeToOrigin, findOwnersOfMoved, listOwnedCredentials, withheldHint } from './owned-credentials';
export { reencryptCredentials, reencryptRows } from './reencrypt';
export {
  credentialFieldNames,
  fieldRole,
  findCredentialFields,
  findStoredValue,
  isReusable,
  secretTexts,
  valuesOf,
  withoutSecretFields,
} from './secret-fields';
export { decryptSecret, encryptSecret, vaultKeys } from './vault';
