/** The public face of idempotency: other modules import only from here. */
export { type KeyOf, requireUsableKey, runClaimed, sendOnce } from './claims';
export { type EarlierCall, runKeyed } from './run-keyed';
