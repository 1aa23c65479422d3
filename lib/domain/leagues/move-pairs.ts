import { once } from '@/lib/core/globals';
import { actTogether, type SeatMove } from '@/lib/domain/matches';

interface Waiting {
  move: SeatMove;
  made: () => void;
  refused: (reason: unknown) => void;
}

/** Moves of this turn of the event loop, by match. */
const pairs = () => once('leagues.move_pairs', () => new Map<string, Waiting[]>());

/**
 * Makes a move in a match of a league. The two players are asked at the same time, so their moves are often ready together and
 * share a commit; the commits of all matches of this turn share a statement.
 * @throws AppError EXPERIENCE_ERROR when it is refused
 */
export function addMove(matchId: string, move: SeatMove): Promise<void> {
  return new Promise((made, refused) => {
    const waiting = pairs().get(matchId);
    if (waiting) {
      waiting.push({ move, made, refused });
      return;
    }
    // One callback for all matches: the promises of one would be done before the callback of the next is called.
    if (pairs().size === 0) setImmediate(makeAllMoves);
    pairs().set(matchId, [{ move, made, refused }]);
  });
}

function makeAllMoves(): void {
  const ready = [...pairs()];
  pairs().clear();
  for (const [matchId, waiting] of ready) void makeMoves(matchId, waiting);
}

async function makeMoves(matchId: string, waiting: readonly Waiting[]): Promise<void> {
  try {
    const refusals = await actTogether(
      matchId,
      waiting.map(({ move }) => move),
    );
    for (const [index, { made, refused }] of waiting.entries()) {
      const refusal = refusals[index];
      if (refusal) refused(refusal);
      else made();
    }
  } catch (thrown) {
    for (const { refused } of waiting) refused(thrown);
  }
}
