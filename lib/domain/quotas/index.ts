// The public face of quotas: how much the agents of one owner, or of one address, may have, and how much of a list they fill.
export { requireQuota } from './quotas.service';
export { holderSql, inTurnSql, ordOf, type PageRequest, type TurnRow, toTurnPage, turnValues } from './turns.sql';
