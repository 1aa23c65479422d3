// The public face of quotas: how much the agents of one owner, or of one address, may have at a time.
export { holderSql } from './quotas.repo';
export { requireQuota } from './quotas.service';
