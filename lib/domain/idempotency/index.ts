/** The public face of idempotency: other modules import only from here. */
export { claimSend, deleteExpiredKeys, type KeyOf, releaseKey, runClaimed } from './claims';
export { type EarlierCall, runKeyed } from './run-keyed';
