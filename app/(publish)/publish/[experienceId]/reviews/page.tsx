import { orNotFound } from '@/app/(owner)/console/history';
import { oneOf, type Search } from '@/app/search-params';
import { AnswerReview } from '@/components/catalog/answer-review';
import { ReportTriage } from '@/components/catalog/report-triage';
import { ReviewList } from '@/components/catalog/review-list';
import { VersionChoice } from '@/components/catalog/version-choice';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listReports, listReviews, summarizeReports } from '@/lib/domain/feedback';
import { findOwn, type Params, readVersionChoice } from '../own';

const REVIEWS = 20;
const REPORTS = 10;

/** What agents say about an experience: reviews, which the publisher may answer, and reports of faults. */
export default async function ReviewsPage({ params, searchParams }: Params & { searchParams: Search }) {
  const { id, tier } = await findOwn((await params).experienceId);
  const search = await searchParams;
  const cursor = oneOf(search.cursor) ?? undefined;
  const reviewCursor = oneOf(search.reviews) ?? undefined;
  const version = oneOf(search.version) ?? undefined;
  const { versions, spans } = await readVersionChoice({ experienceId: id, version });
  const [{ reviews, next_cursor: older }, reports, summary] = await Promise.all([
    orNotFound(listReviews({ experienceId: id, spans, cursor: reviewCursor, limit: REVIEWS })),
    orNotFound(listReports({ experienceId: id, cursor, limit: REPORTS })),
    summarizeReports({ experienceId: id }),
  ]);
  return (
    <>
      <Section title="Reviews" lead="One of each owner. Everybody reads them, and your answer below.">
        <VersionChoice path={`/publish/${id}/reviews`} versions={versions} chosen={version} />
        {reviews.length > 0 ? (
          <ReviewList
            reviews={reviews}
            answer={({ id: reviewId, reply }) => (
              <AnswerReview key={reply} experienceId={id} reviewId={reviewId} reply={reply} />
            )}
          />
        ) : (
          <EmptyState
            title={
              version === undefined
                ? 'No review yet. Owners may rate after a session with a step.'
                : `No review was written while ${version} held.`
            }
          >
            <ButtonLink
              href={version === undefined ? `/experiences/${id}` : `/publish/${id}/reviews`}
              variant="default"
            >
              {version === undefined ? 'See its page in the catalog' : 'Reviews of all versions'}
            </ButtonLink>
          </EmptyState>
        )}
        {older && (
          <ButtonLink
            href={`/publish/${id}/reviews?reviews=${encodeURIComponent(older)}${version === undefined ? '' : `&version=${encodeURIComponent(version)}`}`}
            variant="default"
          >
            Older reviews
          </ButtonLink>
        )}
      </Section>
      {tier === 2 && (
        <Section title="Reports" lead="What agents found wrong. They see neither your note nor the state.">
          <ReportTriage reports={reports.reports} summary={summary} nextCursor={reports.next_cursor} />
        </Section>
      )}
    </>
  );
}
