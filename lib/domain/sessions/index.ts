/** The public face of sessions: other modules import only from here. */
export { createSession } from './create-session';
export { endSession } from './end-session';
export { forceEndSession } from './force-end';
export { endIdleSessions } from './idle-sessions';
export type { SessionStep, StepSession } from './sessions.schema';
export { stepSession } from './step-session';
