import { z } from 'zod';

const text = z.string().nullable();

const toolChangeSchema = z.object({
  tool: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  description: z.object({ before: text, after: text }).nullable(),
  schema: z.array(z.object({ path: z.string(), before: text, after: text })),
});
export type ToolChange = z.infer<typeof toolChangeSchema>;

const sessionChangeSchema = z.object({ tool: z.string(), path: z.string(), before: text, after: text });
export type SessionChange = z.infer<typeof sessionChangeSchema>;

const exchangeSchema = z.object({
  tool: z.string(),
  sent: z.string(),
  answered: text,
  error: text,
  duration_ms: z.number(),
  http: z
    .array(z.object({ request: z.string(), sent: text, status: z.number().nullable(), answered: z.string() }))
    .optional(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

const checkSchema = z.object({
  check: z.string(),
  outcome: z.enum(['passed', 'warning', 'failed', 'skipped']),
  duration_ms: z.number(),
  message: z.string(),
  upstream: text,
  expected: text,
  remedy: text,
  exchanges: z.array(exchangeSchema),
});
export type CheckResult = z.infer<typeof checkSchema>;

/** A run of the six checks, in the names of the API. */
export const verificationRunSchema = z.object({
  verification_id: z.string(),
  trigger: z.string(),
  status: z.string(),
  checks: z.array(checkSchema),
  tools_hash: text,
  definition_changes: z.array(toolChangeSchema),
  session_changes: z.array(sessionChangeSchema),
  started_at: z.string(),
  finished_at: text,
});
export type VerificationRun = z.infer<typeof verificationRunSchema>;

/** A run, and the mark to wait for its next change. */
export const runUpdateSchema = z.object({ report: verificationRunSchema.nullable(), mark: z.string() });

/** The checks of a manifest that is not registered. */
export const dryRunSchema = z.object({ passed: z.boolean(), checks: z.array(checkSchema) });

/** Whether the tools have changed and their publisher has not accepted them. */
export function awaitsAcceptance(run: VerificationRun): boolean {
  return run.status === 'failed' && run.tools_hash !== null && run.definition_changes.length > 0;
}
