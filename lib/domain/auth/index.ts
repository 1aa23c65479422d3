export { authenticate, type CredentialHeaders } from './credentials.service';
export { onCredentialRevoked } from './credential-changes';
export { issueKey } from './api-keys.service';
export { createAgent } from './agents.service';
export { type RateState, takeRateLimit } from './rate-limit.service';
export { flushAudit, recordCall, type RecordedCall } from './audit.service';
