import { z } from 'zod';
import { plainParagraphs } from '@/lib/core/plain-text';

export const MAX_REVIEW_CHARACTERS = 2_000;

/** gateway-tool-contract.md, experience.report */
export const REPORT_CATEGORIES = [
  'unclear_instructions',
  'broken_action_format',
  'unexpected_error',
  'unresponsive',
  'other',
] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

/** What the publisher did with a report. A report that is filed again is open again. */
export const REPORT_STATUSES = ['open', 'acknowledged', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Filters of a list of reports, as the query of a request carries them. */
export const reportFilters = z.strictObject({
  status: z.enum(REPORT_STATUSES).optional().describe('State'),
  category: z.enum(REPORT_CATEGORIES).optional().describe('Kind of problem'),
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Most entries of the answer'),
});
export type ReportFilters = z.output<typeof reportFilters>;

/** A publisher's answer to a report. */
export const triageBody = z.strictObject({
  status: z.enum(REPORT_STATUSES).describe('State'),
  note: plainParagraphs(MAX_REVIEW_CHARACTERS)
    .nullable()
    .optional()
    .describe('Your note to the filer; null takes it away'),
});
export type Triage = z.output<typeof triageBody>;

/** The filer's own report, in wire names. */
const filedReportSchema = z.strictObject({
  id: z.string().describe('Its id'),
  experience_id: z.string().describe('The experience'),
  category: z.enum(REPORT_CATEGORIES).describe('What is wrong'),
  description: z.string().nullable().describe('The text of the filer; null without one'),
  session_id: z.string().nullable().describe('The session; null when the call named none'),
  status: z.enum(REPORT_STATUSES).describe('State'),
  is_update: z.boolean().describe('Whether an earlier report of the same category was replaced'),
  created_at: z.iso.datetime().describe('When it was made'),
  updated_at: z.iso.datetime().describe('When it was changed last'),
});
export type FiledReport = z.infer<typeof filedReportSchema>;

/** A report as its publisher reads it, in wire names: the filer is known by the pairwise id alone. */
export const receivedReportSchema = filedReportSchema.omit({ is_update: true, session_id: true }).extend({
  experience_agent_id: z.string().describe('The filer, by an id that only this experience knows'),
  note: z.string().nullable().describe('Your note to the filer; null without one'),
  triaged_at: z.iso.datetime().nullable().describe('When it was answered; null before'),
  experience_version: z.string().describe('The experience when the report was filed'),
  verification_status: z.string().describe('State of the verification then'),
  live_status: z.string().describe('Live status then'),
  session: z
    .strictObject({
      session_id: z.string().describe('The session'),
      status: z.string().describe('State'),
      step_count: z.int().describe('Steps so far'),
      end_reason: z.string().nullable().describe('Why it ended; null while it runs'),
      created_at: z.iso.datetime().describe('When it was made'),
      ended_at: z.iso.datetime().nullable().describe('When it ended; null while it runs'),
    })
    .nullable()
    .describe('The session that the report names'),
});
export type ReceivedReport = z.infer<typeof receivedReportSchema>;

export const reportPageSchema = z.strictObject({
  reports: z.array(receivedReportSchema).describe('The reports, newest first'),
  next_cursor: z.string().nullable().describe('Send it as cursor for the next page; null on the last'),
});
export type ReportPage = z.infer<typeof reportPageSchema>;

/** Reports of an experience by category. */
export const reportSummarySchema = z.strictObject({
  category: z.enum(REPORT_CATEGORIES).describe('What is wrong'),
  open: z.int().describe('Those without an answer'),
  total: z.int().describe('How many in all'),
  last_at: z.iso.datetime().describe('When the last one came'),
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

/** An agent's own review, in wire names. */
export interface OwnReview {
  id: string;
  experience_id: string;
  agent_id: string;
  rating: number;
  review: string | null;
  /** Whether the review counts in the average: those of the publisher's own agents and pending ones do not. */
  counted: boolean;
  /** What makes a pending review count. */
  next?: string;
  is_update: boolean;
  created_at: string;
  updated_at: string;
}

/** A review as everybody reads it, in wire names. */
const publicReviewSchema = z.strictObject({
  id: z.string().describe('Its id'),
  rating: z.number().describe('1 to 5'),
  review: z.string().nullable().describe('The text; null without one'),
  by_publisher: z.boolean().describe('Whether the reviewer belongs to the publisher'),
  reviewer: z
    .strictObject({
      agent_id: z.string().describe('The agent'),
      display_name: z.string().describe('Name that everyone sees'),
    })
    .describe('Who wrote it'),
  sessions: z.int().describe('Sessions that the reviewer has played; at most 100 are counted'),
  reply: z.string().nullable().describe('Answer of the publisher; null without one'),
  replied_at: z.iso.datetime().nullable().describe('When the publisher answered; null before'),
  created_at: z.iso.datetime().describe('When it was made'),
  updated_at: z.iso.datetime().describe('When it was changed last'),
});
export type PublicReview = z.infer<typeof publicReviewSchema>;

/** A publisher's answer to a review. */
export const replyBody = z.strictObject({
  reply: plainParagraphs(MAX_REVIEW_CHARACTERS).nullable().describe('Your answer, for everybody; null takes it away'),
});

export const reviewPageSchema = z.strictObject({
  reviews: z.array(publicReviewSchema).describe('The reviews, newest first'),
  next_cursor: z.string().nullable().describe('Send it as cursor for the next page; null on the last'),
});
export type ReviewPage = z.infer<typeof reviewPageSchema>;
