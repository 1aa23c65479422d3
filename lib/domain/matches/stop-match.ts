import { AppError } from '@/lib/core/errors';
import type { Seat } from '@/lib/core/game';
import { afterCommit } from './after-commit';
import { commit } from './commit-queue';
import { evictMatch, loadMatch, runExclusive } from './match-cache';
import { requireGame } from './require-game';
import { advance, type Input } from './transition';

/** A version conflict means that another process moved; so many in a row are a fault. */
const MAX_ATTEMPTS = 8;

/** Ends a match without a result: nothing is rated. Does nothing when it is over already. */
export async function abortMatch(args: { matchId: string; reason: string }): Promise<void> {
  await applyInput(args.matchId, { kind: 'cancel', reason: args.reason });
}

/**
 * A seat gives up, with `ends` for everybody, also where the game could go on without it. Does nothing when the match is
 * over or the seat has given up already.
 */
export async function resignMatch(args: { matchId: string; seat: Seat; ends?: true }): Promise<void> {
  const { matchId, ...resignation } = args;
  await applyInput(matchId, { kind: 'resign', ...resignation });
}

async function applyInput(matchId: string, input: Input): Promise<void> {
  await runExclusive(matchId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const match = await loadMatch(matchId);
      if (match?.status !== 'active') return;
      const transition = advance(requireGame(match.gameId), match, input, new Date());
      if ('refused' in transition) return;
      if (await commit({ transition })) return afterCommit(transition.match);
      evictMatch(matchId);
    }
    throw new AppError('INVALID_STATE', 'The match is moving too fast to be ended; try again.', { retryable: true });
  });
}
