import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';

/** Any seed will do: what chance decides at the start is hidden, or looks as good as another. */
const SEED = '00'.repeat(32);

/** A game before the first move, as everybody sees it. */
export function openingView(gameId: string): unknown {
  const game = gameById(gameId);
  if (!game) return null;
  const rng = new Rng({ seed: SEED, drawn: 0 });
  const { state } = game.setup({ options: game.options.parse({}), seats: game.seats.min, rng });
  return game.view(state, whileRunning('spectator'));
}
