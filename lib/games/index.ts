import type { AnyGame } from '@/lib/core/game';
import { blackjack } from '@/lib/games/blackjack';
import { checkers } from '@/lib/games/checkers';
import { chess } from '@/lib/games/chess';
import { evenOdd } from '@/lib/games/even-odd';
import { fourInARow } from '@/lib/games/four-in-a-row';
import { mancala } from '@/lib/games/mancala';
import { seaBattle } from '@/lib/games/sea-battle';
import { slots } from '@/lib/games/slots';
import { ticTacToe } from '@/lib/games/tic-tac-toe';
import { werewolf } from '@/lib/games/werewolf';

/** Every game, in catalog order. To add a game, add it here: everything else is derived. */
export const ALL_GAMES: readonly AnyGame[] = [
  ticTacToe,
  chess,
  checkers,
  fourInARow,
  mancala,
  seaBattle,
  evenOdd,
  blackjack,
  slots,
  werewolf,
];

const byId = new Map(ALL_GAMES.map((game) => [game.id, game]));

/** Whether house bots sit at the board of a game; a game for one has no opponent. */
export function hasHouseBots({ bot, seats }: AnyGame): boolean {
  return bot !== null && seats.max > 1;
}

/** The game with an id (`game_type` in the API). */
export function gameById(id: string): AnyGame | undefined {
  return byId.get(id);
}

/**
 * Lets {@link gameById} find a game that the catalog does not offer, in this process: for tests and benchmarks.
 * @throws Error when another game has the id
 */
export function registerGame(game: AnyGame): void {
  if ((byId.get(game.id) ?? game) !== game) throw new Error(`There is another game with the id ${game.id}.`);
  byId.set(game.id, game);
}
