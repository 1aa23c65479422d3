import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { Seat } from '@/lib/core/game';
import { type ActRequest, judgeAction, MAX_ATTEMPTS, tooManyMoves } from './act-in-match';
import { afterCommit, applyDeadline } from './after-commit';
import { withBotDueAt } from './bots';
import { commit } from './commit-queue';
import { evictMatch, loadMatch, runExclusive } from './match-cache';
import type { MatchRow } from './matches.schema';
import { requireGame } from './require-game';
import { mergeTransitions, type Transition } from './transition';

/** The move of a seat of a match without sessions. */
export interface SeatMove {
  seat: Seat;
  action: unknown;
  isMeantFor?: ActRequest['isMeantFor'];
}

/**
 * Applies moves of several seats that arrived together, in their order, in one commit. Each is judged as by `actInMatch`, in the
 * position after those before it. For matches without sessions, in games without limits of their own.
 * @returns for each move null, or why it was refused
 */
export async function actTogether(matchId: string, moves: readonly SeatMove[]): Promise<(AppError | null)[]> {
  return runExclusive(matchId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const refusals = await tryTogether(matchId, moves);
      if (refusals) return refusals;
      evictMatch(matchId);
    }
    throw tooManyMoves();
  });
}

/** Null when the cached match was stale; the caller evicts it and tries again. */
async function tryTogether(matchId: string, moves: readonly SeatMove[]): Promise<(AppError | null)[] | null> {
  const match = await loadMatch(matchId);
  if (!match) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no such match.');
  const at = now();
  if (match.status === 'active' && match.deadlineAt && match.deadlineAt <= at) {
    await applyDeadline(match, at);
    return null;
  }
  const judged = await judgeAll(match, moves, at);
  if (!judged) return null;
  const { made, refusals } = judged;
  if (made === null) return refusals;
  const transition = withBotDueAt(requireGame(match.gameId), match, made, at);
  if (!(await commit({ transition }))) return null;
  afterCommit(transition.match);
  return refusals;
}

interface Judged {
  /** Null when every move was refused. */
  made: Transition | null;
  refusals: (AppError | null)[];
}

/** Null when a refusal comes of a stale match. */
async function judgeAll(match: MatchRow, moves: readonly SeatMove[], at: Date): Promise<Judged | null> {
  const game = requireGame(match.gameId);
  const judged: Judged = { made: null, refusals: [] };
  for (const move of moves) {
    const current = judged.made?.match ?? match;
    try {
      if (current.status !== 'active') throw overFor(current);
      const judgement = await judgeAction(game, current, move, { at, stored: match });
      if (!judgement) return null;
      const { own } = judgement;
      judged.made = judged.made ? mergeTransitions(judged.made, own) : own;
      judged.refusals.push(null);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      judged.refusals.push(thrown);
    }
  }
  return judged;
}

const overFor = ({ status }: MatchRow) =>
  new AppError('EXPERIENCE_ERROR', `The match is ${status}, not active.`, { details: { status } });
