import { z } from 'zod';

/** A run of the six checks in wire names, as the console's REST and the pages hand it on. */
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

/** A run, and the mark with which one waits for news of it. */
export const followedSchema = z.object({ report: verificationRunSchema.nullable(), mark: z.string() });
