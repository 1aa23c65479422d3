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
const CHECK_OUTCOMES = ['passed', 'warning', 'failed', 'skipped'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** Why a run was started. `accept`: the publisher accepts the tools that a report shows. */
const TRIGGERS = ['register', 'update', 'schedule', 'admin', 'publisher', 'accept'] as const;
export type Trigger = (typeof TRIGGERS)[number];
/** Triggers that accept nothing by name. */
export type StartTrigger = Exclude<Trigger, 'accept'>;

const RUN_STATUSES = ['queued', 'running', 'verified', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One HTTP request of a call that failed: texts of at most 1,000 characters. */
const httpExchange = z.strictObject({
  request: z.string().describe('Method and address'),
  sent: z.string().nullable().describe('The body, cut; null without one'),
  status: z.number().nullable().describe('HTTP status of the answer; null when there was none'),
  answered: z.string().describe('The body of the answer, cut, or why there was none. Untrusted'),
});

/** One call to the experience, as a report shows it: texts of at most 2,000 characters. */
export const exchange = z.strictObject({
  tool: z.string().describe('The tool that was called; tools/list for the list of tools'),
  sent: z.string().describe('Its arguments as JSON, cut'),
  answered: z.string().nullable().describe('The answer as JSON, cut; null after an error. Untrusted'),
  error: z.string().nullable().describe('Error code and message; null after an answer'),
  duration_ms: z.number().describe('How long it took'),
  http: z.array(httpExchange).optional().describe('The HTTP requests of a call that failed; absent otherwise'),
});
export type Exchange = z.infer<typeof exchange>;

/** One check of a report, in wire names. */
export const checkReport = z.strictObject({
  check: z.enum(CHECK_NAMES).describe('Which of the six checks'),
  outcome: z.enum(CHECK_OUTCOMES).describe('Outcome; a warning does not fail the verification'),
  duration_ms: z.number().describe('How long it took'),
  message: z.string().describe('What was found'),
  upstream: z.string().nullable().describe('Text of the experience, when it sent any'),
  expected: z.string().nullable().describe('What the check expects'),
  remedy: z.string().nullable().describe('What the publisher can do; null when there is nothing to do'),
  exchanges: z.array(exchange).describe('The calls that were made, in order'),
});
export type CheckReport = z.infer<typeof checkReport>;

const schemaChange = z.strictObject({
  path: z.string().describe('Place in the input schema, parts joined by dots'),
  before: z.string().nullable().describe('JSON before, cut; null: absent'),
  after: z.string().nullable().describe('JSON now, cut; null: absent'),
});
export type SchemaChange = z.infer<typeof schemaChange>;

/** How the definition of one tool differs from the accepted one. */
const toolChange = z.strictObject({
  tool: z.string().describe('Name of the tool'),
  change: z.enum(['added', 'removed', 'changed']).describe('What happened to it'),
  description: z
    .strictObject({
      before: z.string().nullable().describe('Description before; null: no such tool'),
      after: z.string().nullable().describe('Description now; null: no such tool'),
    })
    .nullable()
    .describe('The descriptions, when they differ'),
  schema: z.array(schemaChange).describe('Where the input schemas differ'),
});
export type ToolChange = z.infer<typeof toolChange>;

/** A difference between the recorded first session and its replay. */
const sessionChange = z.strictObject({
  tool: z.string().describe('Which call of the session'),
  path: z.string().describe('Place in its answer; empty for the whole answer'),
  before: z.string().nullable().describe('Type in the recorded session, or how the call went; null: absent'),
  after: z.string().nullable().describe('Type now, or how the call went; null: absent'),
});
export type SessionChange = z.infer<typeof sessionChange>;

/** One call of a trial session. `answer` is absent when it is too large to record. */
const sessionCallSchema = z.strictObject({
  tool: z.enum(['session.create', 'session.step', 'session.end']).describe('Name of the tool'),
  action: z.unknown().optional().describe('Of session.step'),
  answer: z.unknown().optional().describe('What the tool answered; null after an error'),
  refused: z.string().nullable().describe('Code and message of a refusal; null when it was answered'),
});
export type SessionCall = z.infer<typeof sessionCallSchema>;

/** The recorded first session of an experience, in wire names. */
export const goldenSessionSchema = z.strictObject({
  verification_id: z.string().describe('The verification that recorded it'),
  recorded_at: z.iso.datetime().describe('When it was recorded'),
  calls: z.array(sessionCallSchema).describe('Calls'),
});
export type GoldenSession = z.infer<typeof goldenSessionSchema>;

/** A run of the six checks, in wire names: visible to everyone. */
export const verificationReport = z.strictObject({
  verification_id: z.uuid().describe('Id of this run'),
  experience_id: z.uuid().describe('The experience that was checked'),
  trigger: z.enum(TRIGGERS).describe('Why it ran'),
  status: z.enum(RUN_STATUSES).describe('State of the run'),
  checks: z.array(checkReport).describe('Checks so far, in order'),
  tools_hash: z.string().nullable().describe('Hash of the tools that the server listed; accepting changes names it'),
  definition_changes: z
    .array(toolChange)
    .describe('How the tools differ from the accepted ones; they count after the publisher accepted them'),
  session_changes: z.array(sessionChange).describe('How the trial session differs from the recorded first one'),
  started_at: z.iso.datetime().describe('When it was requested'),
  finished_at: z.iso.datetime().nullable().describe('When it ended'),
});
export type VerificationReport = z.infer<typeof verificationReport>;
