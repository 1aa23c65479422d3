import { z } from 'zod';

/** The parts of the site whose status is public, in the order in which they are shown. */
export const PARTS = ['web', 'agents', 'database', 'live', 'experiences', 'mail'] as const;
export type Part = (typeof PARTS)[number];

/** As for experiences: `degraded` answers slowly or in part. `unknown`: not measured yet, or not set up here. */
const STATUSES = ['online', 'degraded', 'offline', 'unknown'] as const;
export type PartStatus = (typeof STATUSES)[number];

/** Days of history. */
export const HISTORY_DAYS = 90;

const partField = z.enum(PARTS);
const instant = (what: string) => z.iso.datetime().describe(what);

const partDaySchema = z.strictObject({
  date: z.iso.date().describe('UTC'),
  status: z.enum(STATUSES).nullable().describe('The worst that lasted for ten minutes or more; null: not measured'),
  percent: z
    .number()
    .nullable()
    .describe('Measured minutes in which it was not offline, in percent; null: not measured'),
});

const partSchema = z.strictObject({
  part: partField.describe('The part of the site'),
  status: z.enum(STATUSES).describe('Now, as this process measured it'),
  percent: z.number().nullable().describe('Of the measured minutes of the 90 days; null: not measured'),
  days: z.array(partDaySchema).describe(`The last ${HISTORY_DAYS} days, the oldest first`),
});
export type PartHistory = z.infer<typeof partSchema>;

export const incidentSchema = z.strictObject({
  incident_id: z.uuid().describe('The incident'),
  kind: z.enum(['incident', 'maintenance']).describe('A fault, or planned work'),
  title: z.string().describe('What it is, in one line'),
  parts: z.array(partField).describe('The parts that are concerned'),
  state: z.enum(['planned', 'open', 'over']).describe('By its times'),
  starts_at: instant('When it began or begins'),
  ends_at: z.iso.datetime().nullable().describe('When it was or is planned to be over; null: not known'),
  updates: z
    .array(z.strictObject({ at: instant('When it was written'), text: z.string().describe('Plain text') }))
    .describe('The newest first'),
});
export type Incident = z.infer<typeof incidentSchema>;

export const statusSchema = z.strictObject({
  status: z
    .enum([...STATUSES, 'maintenance'])
    .describe('The worst of the parts; `maintenance` while planned work is under way'),
  measured_at: instant('Measured at most every ten seconds'),
  parts: z.array(partSchema).describe('Every part of the site'),
  incidents: z.array(incidentSchema).describe('Open and planned ones and those of the last 90 days, the newest first'),
});
export type SiteStatus = z.infer<typeof statusSchema>;

const text = z.string().trim().min(1).max(2_000).describe('Plain text that everybody reads');
const time = (what: string) => z.iso.datetime({ offset: true }).describe(what);
const MAX_TITLE_LENGTH = 120;

export const newIncidentBody = z.strictObject({
  kind: z.enum(['incident', 'maintenance']).describe('A fault, or planned work'),
  title: z.string().trim().min(1).max(MAX_TITLE_LENGTH).describe('What it is, in one line'),
  text,
  parts: z
    .array(partField)
    .min(1)
    .max(PARTS.length)
    .refine((parts) => new Set(parts).size === parts.length, 'must name each part once')
    .describe('The parts that are concerned'),
  starts_at: time('When it began or begins; now by default').optional(),
  ends_at: time('When planned work will be over').optional(),
});
export type NewIncident = z.infer<typeof newIncidentBody>;

export const incidentUpdateBody = z.strictObject({
  text,
  ends: z.boolean().default(false).describe('It is over'),
});
