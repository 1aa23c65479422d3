import type { AnyGame } from '@/lib/core/game';
import { ALL_GAMES, registerGame } from '@/lib/games';
import { masquerade } from './masquerade';
import { type Playthrough, playWithBots, readPlaythrough, writePlaythrough } from './playthrough';

registerGame(masquerade);

/** The games with a recorded playthrough: the catalog and the test-only game. */
export const RECORDED_GAMES: readonly AnyGame[] = [...ALL_GAMES, masquerade];

/** The folder of the playthroughs, one file `<game_id>.txt` a game. */
export const PLAYTHROUGHS = 'lib/games/playthroughs';

const SEED = '5eed'.repeat(16);

/** The start of a new playthrough, for games where the default would be long or slow. */
const FIRST: Record<string, () => Partial<Playthrough> & { strength?: 'easy' | 'strong' }> = {
  chess: () => ({ inputs: turns('e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'd6', 'Qxf7#') }),
  blackjack: () => ({ seats: 2, options: { rounds: 2 } }),
  masquerade: () => ({ seats: 4 }),
  sea_battle: () => ({ strength: 'strong' }),
  slots: () => ({ options: { spins: 6 } }),
  werewolf: () => ({ options: { phase_ms: { DAY_DISCUSSION: 9_000 } } }),
};

const turns = (...moves: string[]) => moves.map((move, index) => ({ seat: index % 2, move }));

/** The text of a game's playthrough: its recorded inputs played again, or new ones where the rules refuse those. */
export function renewPlaythrough(game: AnyGame, recorded: string | null): string {
  if (recorded !== null) {
    try {
      return writePlaythrough(game, readPlaythrough(recorded));
    } catch {
      // The rules refuse the recorded inputs, so the house bots play a new game.
    }
  }
  const { strength, ...first } = FIRST[game.id]?.() ?? {};
  const start = { seed: SEED, seats: game.seats.min, options: {}, ...first };
  return writePlaythrough(game, {
    ...start,
    inputs: first.inputs ?? playWithBots(game, { ...start, strength }).inputs,
  });
}
