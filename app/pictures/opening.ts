import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';

/** Fixed, so that the picture is always the same. */
const SEED = '00'.repeat(32);

/** The initial position of a game, for spectators. */
export function openingView(gameId: string): unknown {
  const game = gameById(gameId);
  if (!game) return null;
  const rng = new Rng({ seed: SEED, drawn: 0 });
  const { state } = game.setup({ options: game.options.parse({}), seats: game.seats.min, rng });
  return game.view(state, whileRunning('spectator'));
}
