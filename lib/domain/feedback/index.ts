// The public face of feedback: ratings with reviews, and quality reports.
export {
  MAX_REVIEW_CHARACTERS,
  type PublicReview,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  receivedReportSchema,
  replyBody,
  reportFilters,
  reportPageSchema,
  reportSummarySchema,
  reviewPageSchema,
  triageBody,
} from './feedback.schema';
export {
  countOpenReports,
  experienceOfReport,
  listReports,
  reportExperience,
  summarizeReports,
  triageReport,
} from './reports.service';
export { listReviews, rateExperience, replaceReview, replyToReview } from './reviews.service';
