import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { readMatch, responseFor } from '@/lib/domain/matches';
import { gameById } from '@/lib/games';
import { resimulate } from '@/lib/games/simulate';
import { readInputs } from './records.service';

/** What a seat could see and do before one of its moves. */
export interface SeenPosition {
  view: Record<string, unknown>;
  legalMoves: unknown[];
}

/**
 * What a seat saw before each of its moves in a finished match, in order: the match is played again from its seed. Null
 * while it runs, and for one that the rules of today refuse.
 */
export async function readSeenPositions(of: { matchId: string; seat: number }): Promise<SeenPosition[] | null> {
  const match = await readMatch(of.matchId);
  const game = match && gameById(match.gameId);
  if (!match || !game || match.status === 'active') return null;
  const inputs = await readInputs(match.id);
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

/** Whether an action only looks at the position. */
export function isLook(action: unknown): boolean {
  return action === 'state' || (isJsonObject(action) && action.type === 'state');
}
