// The public face of authentication: who calls, by a key or a token, and until when.
export { type ActingAgent, findHindrance, readActingAgents } from './acting-agents';
export { type Until, watchCredential, whileCredentialWorks } from './credential-watch';
export { findKeyByHash } from './credentials.repo';
export { authenticate } from './credentials.service';
export { jwtKeys } from './jwt-keys';
export { DEFAULT_TTL_S, MAX_TTL_S, mintToken } from './tokens.service';
