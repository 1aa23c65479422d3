// The public face of credentials: what agents stored for experiences, sealed.
export { findBearerToken } from './bearer.service';
export { vaultKeys } from './vault';
