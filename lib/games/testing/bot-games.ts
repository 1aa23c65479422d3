import { type AnyGame, type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';

export interface Score {
  wins: number;
  draws: number;
  losses: number;
}

/** The score of one bot strength against another in a two-seat game; they alternate seats. */
export function playBots(game: AnyGame, better: Strength, worse: Strength, games: number, seed: string): Score {
  const rng = new Rng({ seed: seed.repeat(32), drawn: 0 });
  const score: Score = { wins: 0, draws: 0, losses: 0 };
  for (let round = 0; round < games; round++) {
    const winner = playOne(game, round % 2 === 0 ? [better, worse] : [worse, better], rng);
    if (winner === null) score.draws++;
    else if (winner === round % 2) score.wins++;
    else score.losses++;
  }
  return score;
}

function playOne(game: AnyGame, strengths: readonly [Strength, Strength], rng: Rng): number | null {
  let { state } = game.setup({ options: game.options.parse({}), seats: 2, rng });
  while (game.outcome(state) === null) {
    const seat = game.actors(state)[0] === 1 ? 1 : 0;
    const legalMoves = game.legalMoves(state, seat);
    const move = game.bot?.choose({
      view: game.view(state, whileRunning(seat)),
      legalMoves,
      seat,
      strength: strengths[seat],
      rng,
    });
    const applied = game.apply(state, seat, move, rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return game.outcome(state)?.winner ?? null;
}
