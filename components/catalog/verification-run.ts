import { z } from 'zod';

/** A run of the six checks, in the names of the API. */
export const verificationRunSchema = z.object({
  verification_id: z.string(),
  trigger: z.string(),
  status: z.string(),
  checks: z.array(
    z.object({
      check: z.string(),
      outcome: z.enum(['passed', 'warning', 'failed', 'skipped']),
      duration_ms: z.number(),
      message: z.string(),
      upstream: z.string().nullable(),
    }),
  ),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
export type VerificationRun = z.infer<typeof verificationRunSchema>;

/** A run, and the mark to wait for its next change. */
export const runUpdateSchema = z.object({ report: verificationRunSchema.nullable(), mark: z.string() });
