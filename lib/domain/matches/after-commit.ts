import pLimit from 'p-limit';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { type Unrated, unratedByOutage } from '@/lib/core/unrated';
import { gameById } from '@/lib/games';
import { withBotDueAt } from './bots';
import { commit } from './commit-queue';
import { announceDue } from './due-signal';
import { cacheMatch, evictMatch, keepMatch } from './match-cache';
import { sharesEnds } from './match-ends';
import { markUnrated } from './matches.repo';
import type { MatchRow } from './matches.schema';
import { advance } from './transition';

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
 * match must be read again then. A match whose deadline passed while the platform was away is not rated.
 */
export async function applyDeadline(match: MatchRow, at: Date): Promise<boolean> {
  const game = gameById(match.gameId);
  if (!game)
    throw new AppError('INTERNAL_ERROR', 'Something went wrong on our side.', {
      internal: `no game ${match.gameId}`,
    });
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
  return true;
}

function outageOf({ rated, deadlineAt }: MatchRow, at: Date): Unrated | null {
  if (!rated || !deadlineAt || at.getTime() - deadlineAt.getTime() <= MAX_LATENESS_MS) return null;
  return unratedByOutage(deadlineAt);
}
