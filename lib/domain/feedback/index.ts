// The public face of feedback: ratings with reviews, and quality reports.
export {
  MAX_REVIEW_CHARACTERS,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  reportFilters,
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
export { listReviews, rateExperience } from './reviews.service';
