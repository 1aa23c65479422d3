/** The public face of the log of administrators: what administrators did. */
export { adminActionSchema } from './admin-log.schema';
export { listAdminActions, recordAdminAction } from './admin-log.service';
