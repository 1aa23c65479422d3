// The public face of failures: calls to remote experiences that failed, and servers that are offline, for their publishers.

export { type FailureRecord, failurePageSchema } from './failures.schema';
export { countExperienceCall, flushFailures, listFailures } from './failures.service';
export { noticeOutage } from './outages';
