import { z } from 'zod';

/** Days for which an archive can be downloaded. */
export const EXPORT_DAYS = 3;
/** Archives that an owner may ask for in 24 hours. */
export const MAX_EXPORTS_A_DAY = 3;

/** An archive of everything about an owner, in wire form. */
export const exportSchema = z.strictObject({
  export_id: z.uuid().describe('The archive'),
  status: z.enum(['pending', 'ready', 'failed']).describe('It is being made, can be downloaded, or could not be made'),
  requested_at: z.iso.datetime().describe('When it was asked for'),
  finished_at: z.iso.datetime().nullable().describe('When it was made; null before'),
  expires_at: z.iso.datetime().describe('When it is removed'),
  bytes: z.int().nullable().describe('Its size; null before it is ready'),
  error: z.string().nullable().describe('Why it could not be made'),
});
export type OwnerExport = z.infer<typeof exportSchema>;
