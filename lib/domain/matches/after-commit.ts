import pLimit from 'p-limit';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { gameById } from '@/lib/games';
import { withBotDueAt } from './bots';
import { commit } from './commit-queue';
import { announceDue } from './due-signal';
import { cacheMatch, evictMatch } from './match-cache';
import type { MatchRow } from './matches.schema';
import { advance } from './transition';

/** Call after a commit: caches a match that continues, evicts one that is over, and notifies the ticker of its due time. */
export function afterCommit(match: MatchRow): void {
  if (match.status !== 'active') {
    evictMatch(match.id);
    return;
  }
  cacheMatch(match);
  announceDue(match);
}

/** Matches that deadlines end at the same time: each takes a connection, and calls need some too. */
const MAX_ENDS_IN_FLIGHT = 8;

const limitEnds = () => once('matches.limit_ends', () => pLimit(MAX_ENDS_IN_FLIGHT));

/**
 * Applies a deadline that has passed. Call it within `runExclusive`. Returns false when another process was first; the
 * match must be read again then.
 */
export async function applyDeadline(match: MatchRow, at: Date): Promise<boolean> {
  const game = gameById(match.gameId);
  if (!game)
    throw new AppError('INTERNAL_ERROR', 'Something went wrong on our side.', {
      internal: `no game ${match.gameId}`,
    });
  const advanced = advance(game, match, { kind: 'deadline' }, at);
  if ('refused' in advanced) return false;
  const transition = withBotDueAt(game, match, advanced, at);
  const isEnd = transition.match.status !== 'active';
  const stored = await (isEnd ? limitEnds()(() => commit({ transition })) : commit({ transition }));
  if (!stored) {
    evictMatch(match.id);
    return false;
  }
  afterCommit(transition.match);
  return true;
}
