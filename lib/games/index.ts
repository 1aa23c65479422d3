import type { AnyGame } from '@/lib/core/game';
import { blackjack } from '@/lib/games/blackjack';
import { checkers } from '@/lib/games/checkers';
import { chess } from '@/lib/games/chess';
import { evenOdd } from '@/lib/games/even-odd';
import { fourInARow } from '@/lib/games/four-in-a-row';
import { mancala } from '@/lib/games/mancala';
import { seaBattle } from '@/lib/games/sea-battle';
import { slots } from '@/lib/games/slots';
import { masquerade } from '@/lib/games/testing/masquerade';
import { ticTacToe } from '@/lib/games/tic-tac-toe';

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
  masquerade,
];

const byId = new Map(ALL_GAMES.map((game) => [game.id, game]));

/** The game with an id (`game_type` in the API). */
export function gameById(id: string): AnyGame | undefined {
  return byId.get(id);
}

/** The games that the catalog offers, in order. */
export function catalogGames(): AnyGame[] {
  return ALL_GAMES.filter((game) => !game.hidden);
}
