/** The public face of sessions: other modules import only from here. */
export { createSession, getPlayableOrEngaged } from './create-session';
export { endSession } from './end-session';
export { forceEndSession } from './force-end';
export { endIdleSessions, endSessionsOfClosedPages } from './idle-sessions';
export { listSessionTools } from './list-session-tools';
export type { StepSession } from './sessions.schema';
export { callInImplicitSession, stepSession } from './step-session';
