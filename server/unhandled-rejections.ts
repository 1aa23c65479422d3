import { log } from '@/lib/core/log';

/**
 * Logs rejections that nothing handles; the process goes on. Without this Node.js ends the process, and one forgotten
 * `catch`, in a library or here, would cut every running call, socket and match of the process. Going on stores no wrong state:
 * the truth is in the database, whose statements and transactions take effect whole or not at all.
 * An uncaught exception does end the process: it breaks off synchronous work in the middle.
 */
export function logUnhandledRejections(): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
}
