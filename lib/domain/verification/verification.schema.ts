import { z } from 'zod';

/** The six checks, in order (gateway-tool-contract.md, Verification). */
export const CHECK_NAMES = [
  'manifest',
  'connectivity',
  'experience.info',
  'experience.status',
  'session_lifecycle',
  'websocket',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** `warning`: a soft check that did not pass. `skipped`: nothing to check, or an earlier check had failed. */
export const CHECK_OUTCOMES = ['passed', 'warning', 'failed', 'skipped'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

export const TRIGGERS = ['register', 'update', 'schedule', 'admin'] as const;
export type Trigger = (typeof TRIGGERS)[number];

export const RUN_STATUSES = ['queued', 'running', 'verified', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One check of a report, in wire names. */
export const checkReport = z.strictObject({
  check: z.enum(CHECK_NAMES).describe('Which of the six checks'),
  outcome: z.enum(CHECK_OUTCOMES).describe('Outcome; a warning does not fail the verification'),
  duration_ms: z.number().describe('How long it took'),
  message: z.string().describe('What was found'),
  upstream: z.string().nullable().describe('Text of the experience, when it sent any'),
});
export type CheckReport = z.infer<typeof checkReport>;

/** A run of the six checks, in wire names: visible to everyone. */
export const verificationReport = z.strictObject({
  verification_id: z.uuid().describe('Id of this run'),
  experience_id: z.uuid().describe('The experience that was checked'),
  trigger: z.enum(TRIGGERS).describe('Why it ran'),
  status: z.enum(RUN_STATUSES).describe('State of the run'),
  checks: z.array(checkReport).describe('Checks so far, in order'),
  started_at: z.iso.datetime().describe('When it was requested'),
  finished_at: z.iso.datetime().nullable().describe('When it ended'),
});
export type VerificationReport = z.infer<typeof verificationReport>;
