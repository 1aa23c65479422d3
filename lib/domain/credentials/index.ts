// The public face of credentials: what agents stored for experiences, sealed.
export { findBearerToken } from './bearer.service';
export { AUTH_METHODS, type CredentialInfo, type OpenedCredential } from './credentials.schema';
export {
  deleteCredential,
  listCredentials,
  openCredentials,
  setDefaultCredential,
  storeCredential,
} from './credentials.service';
export { reencryptCredentials } from './reencrypt';
export { vaultKeys } from './vault';
