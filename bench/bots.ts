/**
 * Do the house bots deserve their names? For each game in which skill decides: how many of 200 games the strong bot wins
 * against the easy one, sides alternating; a draw is no win. `npx tsx bench/bots.ts chess` plays one game's alone, and
 * `GAMES=40` fewer of them: a strong bot of chess thinks for some minutes over 200.
 */
import { type AnyGame, awaitedSeats, type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES } from '@/lib/games';
import { chooseHere } from '@/lib/games/bot-choice';
import { figure, report } from './harness/report';

const GAMES = Number(process.env.GAMES ?? 200);
const LEAST_SHARE = 0.8;
/** Luck has the larger part in these; what their bots are worth stands in decision 72 and in their tests. */
const LUCK = new Set(['blackjack', 'slots', 'even_odd']);

/** Plays one game to its end; the seat that has won, or null. */
function winnerOf(game: AnyGame, seed: string, strengths: readonly Strength[]): number | null {
  const rng = new Rng({ seed, drawn: 0 });
  let { state } = game.setup({ options: game.options.parse({}), seats: 2, rng });
  for (let moves = 0; ; moves++) {
    const outcome = game.outcome(state);
    if (outcome) return outcome.winner;
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
    budget: { atLeast: LEAST_SHARE },
    ours: `${won} won, ${GAMES - won - lost} drawn, ${lost} lost in ${figure((performance.now() - started) / 1_000)} s`,
    reference: `${GAMES} games`,
  });
}

const asked = process.argv.slice(2);
for (const game of ALL_GAMES) {
  if (!LUCK.has(game.id) && (asked.length === 0 || asked.includes(game.id))) measure(game);
}
