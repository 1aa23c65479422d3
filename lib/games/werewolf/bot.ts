import type { Rng } from '@/lib/core/rng';
import type { WerewolfMove } from './moves';
import type { WerewolfView } from './view';

/** Follows the votes of others where there are some, else moves at random. */
export function chooseMove({
  view,
  legalMoves,
  rng,
}: {
  view: WerewolfView;
  legalMoves: WerewolfMove[];
  rng: Rng;
}): WerewolfMove {
  const named = view.votes.flatMap(({ targetPlayerId }) => targetPlayerId ?? []);
  const mates = view.you?.knownWolves ?? [];
  const follows = legalMoves.filter(
    (move) =>
      move.type === 'vote' &&
      move.targetPlayerId !== null &&
      named.includes(move.targetPlayerId) &&
      move.targetPlayerId !== view.you?.playerId &&
      !mates.includes(move.targetPlayerId),
  );
  return rng.pick(follows.length > 0 && rng.int(3) > 0 ? follows : legalMoves);
}
