// The public face of activity: the record of every call.
export { flushAudit, followCalls, recordCall, recordOwnerAct } from './audit.service';
