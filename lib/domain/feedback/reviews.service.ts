import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import type { Client, Queryable } from '@/lib/data/database';
import { announceChange, findPublishingOwner, storeRatings } from '@/lib/domain/catalog';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import {
  listReviewRows,
  lockStanding,
  setReviewText,
  storeReply,
  sumRatings,
  transaction,
  upsertReview,
} from './feedback.repo';
import type { OwnReview, ReviewPage } from './feedback.schema';

/** The agent that gives feedback. */
export interface Reviewer {
  agentId: string;
  ownerId: string | null;
}

export function noExperience(): AppError {
  return new AppError('NOT_FOUND', 'There is no experience with this id.');
}

/**
 * Stores the rating of the agent's owner, or replaces the earlier one by any of its agents; a review text that is left out
 * stays. Ratings by the publisher's own agents are stored and shown, and do not count. While the agent has no owner, or no
 * agent of the owner has completed a session with a step, the review is pending: neither shown nor counted.
 * Specification: gateway-tool-contract.md, experience.rate
 * @throws NOT_FOUND; NO_SESSION without a session of the agent that the experience opened, or a completed one of its owner
 */
export async function rateExperience(args: {
  agent: Reviewer;
  experienceId: string;
  rating: number;
  review: string | null;
}): Promise<OwnReview> {
  const { agent, experienceId, rating } = args;
  const { agentId, ownerId } = agent;
  const { row, notified } = await transaction(async (client) => {
    const standing = await lockStanding(client, { experienceId, agentId, ownerId, sessionId: null });
    if (!standing) throw noExperience();
    if (!standing.has_opened && !standing.has_played) throw neverPlayed('rate');
    const isPending = ownerId === null || !standing.has_played;
    const stored = await upsertReview(client, {
      id: newId(),
      experienceId,
      agentId,
      ownerId,
      rating,
      text: args.review,
      byPublisher: standing.is_publisher,
      isPending,
    });
    if (stored.is_pending) return { row: stored, notified: null };
    await storeRatings(client, { experienceId, ...(await sumRatings(client, experienceId)) });
    return { row: stored, notified: standing.is_publisher ? null : await notifyPublisher(client, stored) };
  });
  if (!row.is_pending) await announceChange(experienceId);
  if (notified) await announceNotices(notified);
  return {
    id: row.id,
    experience_id: row.experience_id,
    agent_id: row.agent_id,
    rating: row.rating,
    review: row.review,
    counted: !row.by_publisher && !row.is_pending,
    ...(row.is_pending ? { next: ownerId === null ? CLAIM_FIRST : PLAY_FIRST } : {}),
    is_update: row.is_update,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

/** One notice a review and day: who changes a review writes no more. Returns the owner that was notified. */
async function notifyPublisher(
  client: Client,
  review: { id: string; experience_id: string; rating: number },
): Promise<OwnerId | null> {
  const publisher = await findPublishingOwner(review.experience_id, client);
  if (!publisher) return null;
  const data = {
    experience_id: review.experience_id,
    experience_name: publisher.name,
    review_id: review.id,
    rating: review.rating,
  };
  const onceKey = `review:${review.id}:${iso(now()).slice(0, 10)}`;
  const isNew = await notifyOwner({ ownerId: publisher.ownerId, type: 'review_received', data, onceKey }, client);
  return isNew ? publisher.ownerId : null;
}

/**
 * Stores the publisher's answer to a review of its experience; null takes it away. It stays when the review is changed.
 * @throws NOT_FOUND for a review of another experience
 */
export async function replyToReview(of: {
  experienceId: string;
  reviewId: string;
  reply: string | null;
}): Promise<void> {
  if (!(await storeReply({ ...of, at: now() })))
    throw new AppError('NOT_FOUND', 'This experience has no review with this id.');
}

const CLAIM_FIRST =
  'It is shown and counted when you have an owner: a person opens the claim_url of your registration, or that of me.claim; ' +
  'then rate again.';
const PLAY_FIRST = 'It is shown and counted after play: complete a session with a step, then rate again.';

export function neverPlayed(verb: 'rate' | 'report'): AppError {
  const next = verb === 'rate' ? 'session.create opens a session with it.' : 'session.create opens a session with it.';
  return new AppError('NO_SESSION', `You can ${verb} an experience after you have played it.`, { details: { next } });
}

/** Reviews of an experience with the public names of their agents, newest first. @throws VALIDATION_ERROR for a cursor */
export async function listReviews(args: {
  experienceId: string;
  cursor?: string | undefined;
  limit: number;
  /** Times of which one contains the review, such as those of a version; absent: any. */
  spans?: readonly { from: Date; to: Date | null }[] | undefined;
}): Promise<ReviewPage> {
  const after = args.cursor === undefined ? null : readCursor(args.cursor);
  const rows = await listReviewRows(args.experienceId, after, args.limit + 1, args.spans ?? null);
  const page = rows.slice(0, args.limit);
  const last = rows.length > args.limit ? page.at(-1) : undefined;
  return {
    reviews: page.map((row) => ({
      id: row.id,
      rating: row.rating,
      review: row.review,
      by_publisher: row.by_publisher,
      reviewer: { agent_id: row.agent_id, display_name: row.display_name },
      sessions: row.sessions,
      reply: row.reply,
      replied_at: row.replied_at && iso(row.replied_at),
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
    })),
    next_cursor: last ? writeCursor({ at: last.updated_at, id: last.id }) : null,
  };
}

/** Puts another text in place of the text `old` of a review; null takes it away. The rating stays. */
export async function replaceReview(
  client: Queryable,
  of: { reviewId: string; old: string | null; text: string | null },
): Promise<void> {
  await setReviewText(client, of);
}
