import { AppError } from '@/lib/core/errors';
import { gameById } from '@/lib/games';
import { nextBotDueAt } from './bots';
import { commit } from './commit-queue';
import { announceDue } from './due-signal';
import { cacheMatch, evictMatch } from './match-cache';
import type { MatchRow } from './matches.schema';
import { advance } from './transition';

/** After a commit: remembers a match that goes on and tells the ticker what is due. */
export function afterCommit(match: MatchRow): void {
  if (match.status !== 'active') {
    evictMatch(match.id);
    return;
  }
  cacheMatch(match);
  announceDue(match);
}

/**
 * Lets a time limit that has passed take effect. Call it in the match's turn.
 * Returns false when another process was first; the match must be read again then.
 */
export async function applyDeadline(match: MatchRow, at: Date): Promise<boolean> {
  const game = gameById(match.gameId);
  if (!game)
    throw new AppError('INTERNAL_ERROR', 'Something went wrong on our side.', {
      internal: `no game ${match.gameId}`,
    });
  const transition = advance(game, match, { kind: 'deadline' }, at);
  if ('refused' in transition) return false;
  const due = nextBotDueAt(game, transition.match, at);
  const next = { ...transition, match: { ...transition.match, botDueAt: due } };
  if (!(await commit({ transition: next }))) {
    evictMatch(match.id);
    return false;
  }
  afterCommit(next.match);
  return true;
}
