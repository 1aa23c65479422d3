import pLimit from 'p-limit';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { metrics } from '@/lib/core/metrics';
import { type Unrated, unratedByOutage } from '@/lib/domain/seating';
import { postponedDeadline } from '@/lib/domain/vacations';
import { gameById } from '@/lib/games';
import { withBotDueAt } from './bots';
import { commit } from './commit-queue';
import { announceDue } from './due-signal';
import { cacheMatch, evictMatch, keepMatch } from './match-cache';
import { sharesEnds } from './match-ends';
import { markUnrated, storeDeadline } from './matches.repo';
import type { MatchRow } from './matches.schema';
import { advance } from './transition';
import { isAwaited } from './views';

/** Call after a commit: caches a match unless its end has changed more, and notifies the ticker of its due time. */
export function afterCommit(match: MatchRow): void {
  if (match.status !== 'active') {
    if (sharesEnds(match)) keepMatch(match);
    else evictMatch(match.id);
    return;
  }
  cacheMatch(match);
  announceDue(match);
}

/** Matches that deadlines end at the same time: each takes a connection, and calls need some too. */
const MAX_ENDS_IN_FLIGHT = 8;

/** A deadline that is applied later than this passed while no process could apply it, nor take the player's move. */
const MAX_LATENESS_MS = 5_000;

const limitEnds = () => once('matches.limit_ends', () => pLimit(MAX_ENDS_IN_FLIGHT));

/**
 * Applies a deadline that has passed. Call it within `runExclusive`. Returns false when another process was first; the
 * match must be read again then; also when days of vacation postpone it. A match whose deadline passed while the platform was away is not rated.
 */
export async function applyDeadline(match: MatchRow, at: Date): Promise<boolean> {
  const game = gameById(match.gameId);
  if (!game)
    throw new AppError('INTERNAL_ERROR', 'Something went wrong on our side.', {
      internal: `no game ${match.gameId}`,
    });
  if (await isPostponed(match, at)) return false;
  const advanced = advance(game, match, { kind: 'deadline' }, at);
  if ('refused' in advanced) return false;
  const unrated = match.unrated ?? outageOf(match, at);
  if (unrated && !match.unrated) await markUnrated(match.id, unrated);
  const scheduled = withBotDueAt(game, match, advanced, at);
  const transition = { ...scheduled, match: { ...scheduled.match, unrated } };
  const isEnd = transition.match.status !== 'active';
  const stored = await (isEnd ? limitEnds()(() => commit({ transition })) : commit({ transition }));
  if (!stored) {
    evictMatch(match.id);
    return false;
  }
  afterCommit(transition.match);
  if (match.deadlineAt) metrics().deadlines.observe((now().getTime() - match.deadlineAt.getTime()) / 1000);
  return true;
}

/** Stores the later deadline of a match whose players are on vacation. Returns whether the stored one was no end yet. */
async function isPostponed(match: MatchRow, at: Date): Promise<boolean> {
  const deadlineAt = await postponeDeadline(match);
  return deadlineAt !== null && deadlineAt > at;
}

/**
 * The deadline of a running match, moved by the days of vacation of the players whom it waits for, and stored; null without a
 * deadline. Other processes that have the old one ask again when it passes. One query where a move has a day or more.
 */
export async function postponeDeadline(match: MatchRow): Promise<Date | null> {
  const { deadlineAt, clockStartedAt: startedAt, moveTimeMs } = match;
  if (deadlineAt === null) return null;
  const agentIds = match.seats.flatMap(({ agentId, seat }) => (agentId && isAwaited(match, seat) ? [agentId] : []));
  const postponed = await postponedDeadline({ agentIds, moveTimeMs, startedAt, deadlineAt });
  if (postponed > deadlineAt) {
    await storeDeadline(match, postponed);
    evictMatch(match.id);
    announceDue({ ...match, deadlineAt: postponed });
  }
  return postponed;
}

function outageOf({ rated, deadlineAt }: MatchRow, at: Date): Unrated | null {
  if (!rated || !deadlineAt || at.getTime() - deadlineAt.getTime() <= MAX_LATENESS_MS) return null;
  return unratedByOutage(deadlineAt);
}
