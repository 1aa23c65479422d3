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
  status: z.enum(REPORT_STATUSES).optional(),
  category: z.enum(REPORT_CATEGORIES).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type ReportFilters = z.output<typeof reportFilters>;

/** A publisher's answer to a report. */
export const triageBody = z.strictObject({
  status: z.enum(REPORT_STATUSES),
  note: plainParagraphs(MAX_REVIEW_CHARACTERS).nullable().optional(),
});
export type Triage = z.output<typeof triageBody>;

/** The filer's own report, in wire names. */
export interface FiledReport {
  id: string;
  experience_id: string;
  category: ReportCategory;
  description: string | null;
  session_id: string | null;
  status: ReportStatus;
  /** Whether an earlier report of the same category was replaced. */
  is_update: boolean;
  created_at: string;
  updated_at: string;
}

/** A report as its publisher reads it, in wire names: the filer is known by the pairwise id alone. */
export interface ReceivedReport extends Omit<FiledReport, 'is_update' | 'session_id'> {
  experience_agent_id: string;
  note: string | null;
  triaged_at: string | null;
  /** The experience when the report was filed. */
  experience_version: string;
  verification_status: string;
  live_status: string;
  /** The session that the report names. */
  session: {
    session_id: string;
    status: string;
    step_count: number;
    end_reason: string | null;
    created_at: string;
    ended_at: string | null;
  } | null;
}

export interface ReportPage {
  reports: ReceivedReport[];
  next_cursor: string | null;
}

/** Reports of an experience by category. */
export interface ReportSummary {
  category: ReportCategory;
  open: number;
  total: number;
  last_at: string;
}

/** An agent's own review, in wire names. */
export interface OwnReview {
  id: string;
  experience_id: string;
  agent_id: string;
  rating: number;
  review: string | null;
  /** Whether the review counts in the average: those of the publisher's own agents do not. */
  counted: boolean;
  is_update: boolean;
  created_at: string;
  updated_at: string;
}

/** A review as everybody reads it, in wire names. */
export interface PublicReview {
  id: string;
  rating: number;
  review: string | null;
  by_publisher: boolean;
  reviewer: { agent_id: string; display_name: string };
  /** Sessions that the reviewer has played; at most 100 are counted. */
  sessions: number;
  created_at: string;
  updated_at: string;
}

export interface ReviewPage {
  reviews: PublicReview[];
  next_cursor: string | null;
}
