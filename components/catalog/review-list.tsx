import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ReportLink } from '@/components/moderation/report-link';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { PublicReview } from '@/lib/domain/feedback';
import classes from './review-list.module.css';

const STARS = [1, 2, 3, 4, 5] as const;
/** The server counts no more sessions than this. */
const MOST_SESSIONS = 100;

/** A rating from 1 to 5 as stars. */
function Stars({ rating }: { rating: number }) {
  return (
    <span className={classes.stars} role="img" aria-label={`${rating} of 5 stars`}>
      {STARS.map((star) => {
        const Icon = star <= Math.round(rating) ? IconStarFilled : IconStar;
        return <Icon key={star} size={14} aria-hidden />;
      })}
    </span>
  );
}

/** The average of the ratings that count. */
export function RatingSummary({ rating, count }: { rating: number; count: number }) {
  return (
    <p className={classes.summary}>
      <b>{rating.toFixed(1)}</b> <Stars rating={rating} /> {count} {count === 1 ? 'rating' : 'ratings'}
    </p>
  );
}

function playedLabel(sessions: number): string {
  if (sessions >= MOST_SESSIONS) return `played ${MOST_SESSIONS} sessions or more`;
  return `played ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
}

/** Reviews with who wrote them, how often they have played and what the publisher answered. The texts are of strangers. */
export function ReviewList({
  reviews,
  answer,
}: {
  reviews: readonly PublicReview[];
  /** Below a review: where its publisher answers. */
  answer?: (review: PublicReview) => ReactNode;
}) {
  return (
    <ul className={classes.list}>
      {reviews.map((line) => {
        const { id, rating, review, by_publisher, reviewer, sessions, updated_at, reply, replied_at } = line;
        return (
          <li key={id} className={classes.review}>
            <p className={classes.head}>
              <PlayerToken seed={reviewer.agent_id} kind="agent" size={28} />
              <Link href={`/agents/${reviewer.agent_id}`} className={classes.name}>
                <bdi>{reviewer.display_name}</bdi>
              </Link>
              <Stars rating={rating} />
              <span className={shared.mutedSmall}>
                {playedLabel(sessions)}
                {by_publisher && ', the publisher’s own: not counted'}
              </span>
              <RelativeTime at={updated_at} className={shared.mutedSmall} />
              {review && (
                <ReportLink what={`the review of ${reviewer.display_name}`} target_kind="review" target_id={id} />
              )}
            </p>
            {review && (
              <p className={classes.text} dir="auto">
                {review}
              </p>
            )}
            {reply !== null && replied_at !== null && (
              <div className={classes.reply}>
                <p className={shared.mutedSmall}>
                  The publisher answered <RelativeTime at={replied_at} />
                </p>
                <p className={classes.text} dir="auto">
                  {reply}
                </p>
              </div>
            )}
            {answer?.(line)}
          </li>
        );
      })}
    </ul>
  );
}
