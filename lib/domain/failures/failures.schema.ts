import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import type { Row } from '@/lib/data/row';

export type FailureRow = Row<
  'ExperienceFailure',
  | 'experience_id'
  | 'key'
  | 'version'
  | 'tool'
  | 'code'
  | 'message'
  | 'calls'
  | 'first_at'
  | 'last_at'
  | 'session_id'
  | 'arguments'
  | 'duration_ms'
>;

/** Calls that failed in the same way, in wire names. */
const failureSchema = z.strictObject({
  id: z.string().describe('Names this kind of failure'),
  version: z.string().describe('Version of the manifest'),
  tool: z.string().describe('Tool of your server that was called'),
  code: z.string().describe('Error code that the agent got'),
  message: z
    .string()
    .describe('Words of your server, or of Botplay where it said none; numbers and ids of the newest call'),
  calls: z.int().describe('How many calls failed like this'),
  first_at: z.iso.datetime().describe('The first of them'),
  last_at: z.iso.datetime().describe('The newest of them'),
  session_id: z.string().nullable().describe('Session of the newest one; null outside of a session'),
  arguments: z.string().describe('Arguments of the newest one as JSON, without secrets; cut after 4,000 characters'),
  duration_ms: z.int().describe('How long the newest one took'),
});
export type FailureRecord = z.infer<typeof failureSchema>;

export const failurePageSchema = z.strictObject({
  failures: z.array(failureSchema).describe('The newest first, at most 100'),
  versions: z.array(z.string()).describe('Versions with failures, the newest first'),
});

export const toFailureRecord = (row: FailureRow): FailureRecord => ({
  id: row.key,
  version: row.version,
  tool: row.tool,
  code: row.code,
  message: row.message,
  calls: row.calls,
  first_at: iso(row.first_at),
  last_at: iso(row.last_at),
  session_id: row.session_id,
  arguments: row.arguments,
  duration_ms: row.duration_ms,
});
