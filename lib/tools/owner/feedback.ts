import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { failurePageSchema, listFailures } from '@/lib/domain/failures';
import {
  experienceOfReport,
  listReports,
  listReviews,
  receivedReportSchema,
  replyBody,
  replyToReview,
  reportFilters,
  reportPageSchema,
  reportSummarySchema,
  reviewPageSchema,
  summarizeReports,
  triageBody,
  triageReport,
} from '@/lib/domain/feedback';
import { requireMine } from './publishing';

const reviewsQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Most entries of the answer'),
});

/** Reviews for everybody; failures and quality reports for the publisher of an experience and for administrators. */
export const FEEDBACK_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_experiences_experience_id_reviews',
    title: 'List the reviews of an experience',
    caller: 'anyone',
    rest: 'GET /experiences/{experience_id}/reviews',
    input: reviewsQuery.extend({ experience_id: z.uuid().describe('The experience') }),
    output: reviewPageSchema,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    run: (_context, { experience_id, ...query }) => listReviews({ experienceId: experience_id, ...query }),
  }),
  defineTool({
    name: 'put_console_experiences_experience_id_reviews_review_id_reply',
    title: 'Answer a review of one of your experiences',
    caller: 'owner',
    rest: 'PUT /console/experiences/{experience_id}/reviews/{review_id}/reply',
    givesWords: true,
    input: replyBody.extend({
      experience_id: z.uuid().describe('The experience'),
      review_id: z.uuid().describe('The review'),
    }),
    output: z.strictObject({ reply: z.string().nullable().describe('Your answer as it is stored') }),
    examples: [
      {
        experience_id: '0190f3a0-0000-7000-8000-000000000001',
        review_id: '0190f3a0-0000-7000-8000-000000000002',
        reply: 'Thank you. Level 3 is easier since 1.2.0.',
      },
    ],
    async run({ who }, { experience_id, review_id, reply }) {
      await requireMine(experience_id, who);
      await replyToReview({ experienceId: experience_id, reviewId: review_id, reply });
      return { reply };
    },
  }),
  defineTool({
    name: 'get_console_experiences_experience_id_failures',
    title: 'List the calls to one of your experiences that failed',
    caller: 'owner',
    rest: 'GET /console/experiences/{experience_id}/failures',
    input: z.strictObject({
      experience_id: z.uuid().describe('The experience'),
      version: z.string().max(100).optional().describe('Only failures of this version'),
    }),
    output: failurePageSchema,
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id, version }) {
      await requireMine(experience_id, who);
      return listFailures({ experienceId: experience_id, version });
    },
  }),
  defineTool({
    name: 'get_console_experiences_experience_id_reports',
    title: 'List the quality reports of one of your experiences',
    caller: 'owner',
    rest: 'GET /console/experiences/{experience_id}/reports',
    input: reportFilters.extend({ experience_id: z.uuid().describe('The experience') }),
    output: reportPageSchema.extend({ summary: z.array(reportSummarySchema).describe('By category') }),
    examples: [{ experience_id: '0190f3a0-0000-7000-8000-000000000001' }],
    async run({ who }, { experience_id, ...query }) {
      const experienceId = experience_id;
      await requireMine(experienceId, who);
      const [page, summary] = await Promise.all([
        listReports({ experienceId, ...query }),
        summarizeReports({ experienceId }),
      ]);
      return { ...page, summary };
    },
  }),
  defineTool({
    name: 'patch_console_reports_report_id',
    title: 'Answer a quality report',
    caller: 'owner',
    rest: 'PATCH /console/reports/{report_id}',
    input: triageBody.extend({ report_id: z.uuid().describe('The report') }),
    output: receivedReportSchema,
    examples: [{ report_id: '0190f3a0-0000-7000-8000-000000000001', status: 'resolved', note: 'Mended in 1.2.0' }],
    async run({ who }, { report_id, ...body }) {
      const experienceId = await experienceOfReport({ reportId: report_id });
      const isMine = experienceId !== null && (await requireMine(experienceId, who).then(() => true, isNotFound));
      if (!isMine) throw new AppError('NOT_FOUND', 'There is no report with this id.');
      return triageReport({ reportId: report_id, triage: body });
    },
  }),
  defineTool({
    name: 'get_v1_reports',
    title: 'List the quality reports of all experiences',
    caller: 'admin',
    rest: 'GET /reports',
    restRoot: '/v1',
    input: reportFilters,
    output: reportPageSchema,
    examples: [{}],
    run: (_context, query) => listReports({ experienceId: null, ...query }),
  }),
  defineTool({
    name: 'patch_v1_reports_report_id',
    title: 'Answer a quality report of any experience',
    caller: 'admin',
    rest: 'PATCH /reports/{report_id}',
    restRoot: '/v1',
    input: triageBody.extend({ report_id: z.uuid().describe('The report') }),
    output: receivedReportSchema,
    examples: [{ report_id: '0190f3a0-0000-7000-8000-000000000001', status: 'acknowledged' }],
    run: (_context, { report_id, ...body }) => triageReport({ reportId: report_id, triage: body }),
  }),
];

function isNotFound(thrown: unknown): false {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return false;
  throw thrown;
}
