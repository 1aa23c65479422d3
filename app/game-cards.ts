import type { GameCard } from '@/components/play/card';
import { type AnyGame, awaitedSeats, whileRunning } from '@/lib/core/game';
import { once } from '@/lib/core/globals';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';

/** A picture shows a game that has begun, not one that is over. */
const PICTURE_PLIES = 7;
const PICTURE_SEED = '5b'.repeat(32);

/** Every built-in game as people choose it, with a picture of it in play. Made once a process: nothing in it changes. */
export function gameCards(): GameCard[] {
  return once('play.cards', () => ALL_GAMES.map(toCard));
}

function toCard(game: AnyGame): GameCard {
  const { id, title, about, seats, moveTimeS, hosting } = game;
  return { id, title, about, seats, moveTimeS, hosting, hasBots: game.bot !== null, ...pictureOf(game) };
}

/** A position a few moves into a game that is always the same; the last one before it would be over. */
function pictureOf(game: AnyGame): Pick<GameCard, 'view' | 'text'> {
  const rng = new Rng({ seed: PICTURE_SEED, drawn: 0 });
  let { state } = game.setup({ options: game.options.parse({}), seats: game.seats.min, rng });
  for (let ply = 0; ply < PICTURE_PLIES; ply++) {
    const [seat] = awaitedSeats(game, state);
    if (seat === undefined) break;
    const applied = game.apply(state, seat, moveOf(game, state, seat, rng), rng);
    if (!applied.ok || game.outcome(applied.state)) break;
    state = applied.state;
  }
  const view = game.view(state, whileRunning('spectator')) as Record<string, unknown>;
  return { view, text: game.describe(view, 'spectator') };
}

/** As the house would move where it need not think long; else one of the moves that stand first. */
function moveOf(game: AnyGame, state: unknown, seat: number, rng: Rng): unknown {
  const legalMoves = game.legalMoves(state, seat);
  if (game.bot?.cost !== 'instant') return rng.pick(legalMoves);
  return game.bot.choose({ view: game.view(state, whileRunning(seat)), legalMoves, seat, strength: 'medium', rng });
}
