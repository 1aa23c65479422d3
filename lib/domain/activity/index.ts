// The public face of activity: the record of every call.
export { CALLS_TOPIC, flushAudit, recordCall, recordOwnerAct } from './audit.service';
