// The public face of oauth: clients that ask a person for access, and how they get their tokens.
export { type ReadRequest, readAuthorizationRequest } from './authorization-request';
export { AUTH_METHODS } from './client-metadata';
export { type ClientProof, registerClient } from './clients.service';
export { type Decision, decideAuthorization } from './decisions.service';
export { OauthFault } from './oauth-fault';
export { defaultScopes, isAudienceOf, type ProtectedEndpoint, type Site } from './site';
export { exchangeTokens, revokeToken, type TokenRequest } from './tokens.service';
