import type { StillBoardProps } from '@/components/boards/still-board';
import type { GameCard } from '@/components/play/card';
import { type AnyGame, awaitedSeats, whileRunning } from '@/lib/core/game';
import { once } from '@/lib/core/globals';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES, hasHouseBots } from '@/lib/games';

/** The plies that are played for a picture. */
const PICTURE_PLIES = 7;
const PICTURE_SEED = '5b'.repeat(32);

/** Every built-in game for the game chooser. */
export function gameCards(): GameCard[] {
  return ALL_GAMES.map(toCard);
}

/** A position of every built-in game for its small board. Made once per process. */
export function gamePictures(): StillBoardProps[] {
  return once('play.pictures', () => ALL_GAMES.map(pictureOf));
}

function toCard(game: AnyGame): GameCard {
  const { id, title, about, seats, moveTimeS, hosting } = game;
  return {
    id,
    title,
    about,
    seats,
    moveTimeS,
    hosting,
    hasBots: hasHouseBots(game),
    hasGameClock: game.hasGameClock === true,
  };
}

/** The position of a fixed game after a few moves, or the last one before its end. */
function pictureOf(game: AnyGame): StillBoardProps {
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
  return { gameId: game.id, view, text: game.describe(view, 'spectator') };
}

/** A move of the house bot if it is fast; else a random move. */
function moveOf(game: AnyGame, state: unknown, seat: number, rng: Rng): unknown {
  const legalMoves = game.legalMoves(state, seat);
  if (game.bot?.cost !== 'instant') return rng.pick(legalMoves);
  return game.bot.choose({ view: game.view(state, whileRunning(seat)), legalMoves, seat, strength: 'medium', rng });
}
