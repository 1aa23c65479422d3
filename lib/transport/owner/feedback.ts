import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import {
  experienceOfReport,
  listReports,
  listReviews,
  receivedReportSchema,
  reportFilters,
  reportPageSchema,
  reportSummarySchema,
  reviewPageSchema,
  summarizeReports,
  triageBody,
  triageReport,
} from '@/lib/domain/feedback';
import { admin, anyone, owner } from './callers';
import { requireMine } from './publishing';
import { defineRoute, type Route } from './route';

const reviewsQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Position from next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Most entries of the answer'),
});

/** Reviews for everybody; quality reports for the publisher of an experience and for administrators. */
export const FEEDBACK_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/experiences/{experience_id}/reviews',
    title: 'List the reviews of an experience',
    output: reviewPageSchema,
    who: anyone,
    query: reviewsQuery,
    run: ({ params, query }) => listReviews({ experienceId: params.experience_id, ...query }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/console/experiences/{experience_id}/reports',
    title: 'List the quality reports of one of your experiences',
    output: reportPageSchema.extend({ summary: z.array(reportSummarySchema).describe('By category') }),
    who: owner,
    query: reportFilters,
    async run({ who, params, query }) {
      const experienceId = params.experience_id;
      await requireMine(experienceId, who);
      const [page, summary] = await Promise.all([
        listReports({ experienceId, ...query }),
        summarizeReports({ experienceId }),
      ]);
      return { ...page, summary };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/console/reports/{report_id}',
    title: 'Answer a quality report',
    output: receivedReportSchema,
    example: { status: 'resolved', note: 'Mended in 1.2.0' },
    who: owner,
    body: triageBody,
    async run({ who, params, body }) {
      const experienceId = await experienceOfReport({ reportId: params.report_id });
      const isMine = experienceId !== null && (await requireMine(experienceId, who).then(() => true, isNotFound));
      if (!isMine) throw new AppError('NOT_FOUND', 'There is no report with this id.');
      return triageReport({ reportId: params.report_id, triage: body });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/reports',
    title: 'List the quality reports of all experiences',
    output: reportPageSchema,
    who: admin,
    query: reportFilters,
    run: ({ query }) => listReports({ experienceId: null, ...query }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v1/reports/{report_id}',
    title: 'Answer a quality report of any experience',
    output: receivedReportSchema,
    example: { status: 'acknowledged' },
    who: admin,
    body: triageBody,
    run: ({ params, body }) => triageReport({ reportId: params.report_id, triage: body }),
  }),
];

function isNotFound(thrown: unknown): false {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return false;
  throw thrown;
}
