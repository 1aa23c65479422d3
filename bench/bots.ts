/**
 * Is the strong house bot stronger than the easy one? The share of 200 games that strong wins against easy, with
 * alternating sides, in each game of skill; a draw is no win. `npx tsx bench/bots.ts chess` measures one game, and
 * `GAMES=40` plays fewer: 200 games of chess take minutes.
 */
import { type AnyGame, awaitedSeats, type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import { chooseHere } from '@/lib/games/bot-choice';
import { figure, report } from './harness/report';
import { sized } from './harness/size';

const GAMES = Number(process.env.GAMES ?? sized(200, 1));
/** The short pass looks at the first moves of a game alone. */
const MAX_MOVES = sized(Number.POSITIVE_INFINITY, 6);
const MIN_WIN_SHARE = 0.8;
/** Games decided mostly by luck. Decision 72 and the tests of the games describe their bots. */
const GAMES_OF_LUCK = new Set(['blackjack', 'slots', 'even_odd']);

/** Plays one game to its end; the seat that has won, or null. */
function winnerOf(game: AnyGame, seed: string, strengths: readonly Strength[]): number | null {
  const rng = new Rng({ seed, drawn: 0 });
  let { state } = game.setup({ options: game.options.parse({}), seats: 2, rng });
  for (let moves = 0; ; moves++) {
    const outcome = game.outcome(state);
    if (outcome) return outcome.winner;
    if (moves === MAX_MOVES) return null;
    const [seat = 0] = awaitedSeats(game, state);
    const move = chooseHere({
      gameId: game.id,
      view: game.view(state, whileRunning(seat)),
      legalMoves: game.legalMoves(state, seat),
      seat,
      strength: strengths[seat] ?? 'medium',
      seed: new Rng({ seed, drawn: 1_000 + moves * 8 }).hex(32),
    });
    const applied = game.apply(state, seat, move, rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
}

function measure(game: AnyGame): void {
  const seeds = new Rng({ seed: '0b'.repeat(32), drawn: 0 });
  const started = performance.now();
  let won = 0;
  let lost = 0;
  for (let played = 0; played < GAMES; played++) {
    const strong = played % 2;
    const winner = winnerOf(game, seeds.hex(32), strong === 0 ? ['strong', 'easy'] : ['easy', 'strong']);
    if (winner === strong) won++;
    else if (winner !== null) lost++;
  }
  report({
    benchmark: `${game.id}: games that strong wins against easy`,
    ratio: won / GAMES,
    budget: { atLeast: MIN_WIN_SHARE },
    ours: `${won} won, ${GAMES - won - lost} drawn, ${lost} lost in ${figure((performance.now() - started) / 1_000)} s`,
    reference: `${GAMES} games`,
  });
}

const requested = process.argv.slice(2);
for (const game of ALL_GAMES) {
  // Werewolf is played by more than two: werewolf-balance measures its bots.
  if (game.seats.min <= 2 && !GAMES_OF_LUCK.has(game.id) && (requested.length === 0 || requested.includes(game.id)))
    measure(game);
}
