export { createSession, type SessionOpening } from './create';
export { endIdleSessions, endSession, type SessionEnding } from './end';
export { type StepAnswer, stepSession } from './step';
