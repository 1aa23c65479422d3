import { AppError } from '@/lib/core/errors';
import { limitCall } from '@/lib/domain/limits';
import { readMatch } from '@/lib/domain/matches';

/** Running rated matches that one owner may cancel in a day; an agent without an owner counts for itself. */
const RATED_ABORTS_A_DAY = 3;
const DAY_MS = 86_400_000;

/**
 * Counts the cancelling of a rated match of the platform in which a player has moved: otherwise a host never loses.
 * @throws RATE_LIMITED after RATED_ABORTS_A_DAY; a match can still be left with a loss
 */
export async function limitRatedAborts(
  agent: { agentId: string; ownerId?: string | null },
  matchId: string,
): Promise<void> {
  const match = await readMatch(matchId);
  if (match?.status !== 'active' || !match.rated || match.ply === 0) return;
  try {
    await limitCall({
      name: 'rated_aborts',
      key: agent.ownerId ?? agent.agentId,
      points: RATED_ABORTS_A_DAY,
      durationMs: DAY_MS,
      what: 'rated matches cancelled after the first move',
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'RATE_LIMITED') throw thrown;
    const { message, retryAfterS, details } = thrown;
    const next = 'match.end resigns your seat and ends the match; session.end leaves it, which counts as a loss.';
    throw new AppError('RATE_LIMITED', message, { retryAfterS, details: { ...details, next } });
  }
}
