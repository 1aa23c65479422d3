import { AppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { readMatch, responseFor } from '@/lib/domain/matches';
import { gameById } from '@/lib/games';
import { resimulate } from '@/lib/games/simulate';
import { readInputs } from './records.service';
import type { TracedStep } from './traces.repo';

interface Observed {
  observation: unknown;
  /** Null where the experience lists none. */
  legal_moves: unknown[] | null;
  /** Whether it is the exact position before the action, or what the agent was answered last. */
  observed: 'position' | 'last_answer';
}

/**
 * What an agent had before it for each step, given in order: the position before its move where the match can be played
 * again, else the answer that it got last.
 * @param moves how many moves came before the first step that is given
 */
export function observer(
  positions: readonly SeenPosition[] | null,
  moves = 0,
): (step: Pick<TracedStep, 'action' | 'response'>) => Observed {
  let answer: unknown = null;
  let nextMove = moves;
  return ({ action, response }) => {
    const position = action === null || isLook(action) ? undefined : positions?.[nextMove++];
    const fromAnswer = isJsonObject(answer) && Array.isArray(answer.legal_moves) ? answer.legal_moves : null;
    const observed: Observed = position
      ? { observation: position.view, legal_moves: position.legalMoves, observed: 'position' }
      : { observation: viewIn(answer), legal_moves: fromAnswer, observed: 'last_answer' };
    answer = response;
    return observed;
  };
}

/** The view in the answer of a built-in game, else the whole answer. */
const viewIn = (answer: unknown): unknown => (isJsonObject(answer) && isJsonObject(answer.view) ? answer.view : answer);

/** What a seat could see and do before one of its moves. */
export interface SeenPosition {
  view: Record<string, unknown>;
  legalMoves: unknown[];
}

/**
 * What a seat saw before each of its moves in a finished match, in order: the match is played again from its seed. Null
 * while it runs, for one whose moves left to the archive, and for one that the rules of today refuse.
 */
export async function readSeenPositions(of: { matchId: string; seat: number }): Promise<SeenPosition[] | null> {
  const match = await readMatch(of.matchId);
  const game = match && gameById(match.gameId);
  if (!match || !game || match.status === 'active') return null;
  const inputs = await readInputs(match.id).catch(hideArchived);
  if (!inputs) return null;
  try {
    const { gameId, seed, options, seats } = match;
    const { steps } = resimulate({ gameId, seed, options, seats: seats.length, inputs });
    return inputs.flatMap(({ seat, at }, index) => {
      const before = steps[index];
      if (seat !== of.seat || !before) return [];
      const running = { ...match, state: before.state, status: 'active', outcome: null, endedAt: null } as const;
      const { view, legal_moves: legalMoves } = responseFor(game, running, of.seat, at);
      return [{ view, legalMoves }];
    });
  } catch (error) {
    log.info({ err: error, match: match.id }, 'a match cannot be played again for a trace');
    return null;
  }
}

function hideArchived(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'ARCHIVED') return null;
  throw thrown;
}

/** Whether an action only looks at the position. */
function isLook(action: unknown): boolean {
  return action === 'state' || (isJsonObject(action) && action.type === 'state');
}
