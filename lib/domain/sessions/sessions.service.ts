export { createSession } from './create';
export { endIdleSessions, endSession } from './end';
export { stepSession } from './step';
