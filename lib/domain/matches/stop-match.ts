import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { Seat } from '@/lib/core/game';
import { afterCommit } from './after-commit';
import { withBotDueAt } from './bots';
import { commit } from './commit-queue';
import { evictMatch, loadMatch, runExclusive } from './match-cache';
import { requireGame } from './require-game';
import { advance, type Input } from './transition';

/** A version conflict means that another process moved; so many in a row are a fault. */
const MAX_ATTEMPTS = 8;

/** Ends a match without a result; it is not rated. Has no effect on a match that is over. */
export async function abortMatch(args: { matchId: string; reason: string }): Promise<void> {
  await applyInput(args.matchId, { kind: 'cancel', reason: args.reason });
}

/**
 * A seat resigns. With `ends` the match is over for every seat, also where the game could continue without this one.
 * Has no effect when the match is over or the seat has resigned before.
 */
export async function resignMatch(args: { matchId: string; seat: Seat; ends?: true }): Promise<void> {
  const { matchId, ...resignation } = args;
  await applyInput(matchId, { kind: 'resign', ...resignation });
}

/** Makes the running move of a match due later, for all who must move. False when the match is over or no move is due. */
export async function extendDeadline({ matchId, ms }: { matchId: string; ms: number }): Promise<boolean> {
  return applyInput(matchId, { kind: 'extend', ms });
}

/** Returns whether the input has taken effect. */
async function applyInput(matchId: string, input: Input): Promise<boolean> {
  return runExclusive(matchId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const match = await loadMatch(matchId);
      if (match?.status !== 'active') return false;
      const game = requireGame(match.gameId);
      const at = now();
      const advanced = advance(game, match, input, at);
      if ('refused' in advanced) return false;
      const transition = withBotDueAt(game, match, advanced, at);
      if (await commit({ transition })) {
        afterCommit(transition.match);
        return true;
      }
      evictMatch(matchId);
    }
    throw new AppError('INVALID_STATE', 'Too many moves in this match at the same time; try to end it again.', {
      retryable: true,
    });
  });
}
