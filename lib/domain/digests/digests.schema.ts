import { z } from 'zod';
import { isTimeZone } from './schedule';

const DEFAULT_HOUR = 8;

const hour = z.int().min(0).max(23);

/** What an owner chooses. */
export const digestBody = z.strictObject({
  frequency: z.enum(['off', 'daily', 'weekly']).describe('How often; weekly: on Monday'),
  hour: hour.default(DEFAULT_HOUR).describe('From which hour of the day on, in the time zone'),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Must be the IANA name of a time zone, such as Europe/Berlin')
    .default('UTC')
    .describe('IANA name of the time zone'),
});

/** The choice of an owner in wire form. */
export const digestSchema = z.strictObject({
  frequency: z.enum(['off', 'daily', 'weekly']).describe('How often; weekly: on Monday'),
  hour: hour.describe('From which hour of the day on, in the time zone'),
  time_zone: z.string().describe('IANA name of the time zone'),
  next_at: z.iso.datetime().nullable().describe('When the next one is due; null when it is off'),
  mail: z
    .enum(['ready', 'unconfirmed', 'not_configured'])
    .describe('Whether a mail can be sent: unconfirmed: confirm your e-mail; not_configured: this site sends no mail'),
});
export type DigestChoice = z.infer<typeof digestSchema>;
