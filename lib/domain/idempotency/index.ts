/** The public face of idempotency: other modules import only from here. */
export { requireUsableKey, runClaimed, sendOnce } from './claims';
export { runKeyed } from './run-keyed';
