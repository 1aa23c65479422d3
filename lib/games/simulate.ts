import type { AnyGame, GameEvent, Outcome, Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { forfeit } from '@/lib/games/forfeit';

/** One input of a match as it was recorded: a move or `{ type: 'resign' }` of a seat, or null when the time ran out. */
export interface RecordedInput {
  seat: Seat | null;
  move: unknown;
}

export interface Step {
  state: unknown;
  events: GameEvent[];
}

export interface Simulation {
  /** The setup, then one step for each input. */
  steps: Step[];
  outcome: Outcome | null;
}

export interface SimulationInput {
  gameId: string;
  /** The revealed seed: 32 bytes as hex. */
  seed: string;
  /** As given or as stored. */
  options: unknown;
  /** How many seats. */
  seats: number;
  inputs: readonly RecordedInput[];
}

/**
 * Plays a finished match again from its seed and inputs, so that anybody, a browser too, can check that the seed that
 * was committed to gives the game that was shown.
 * @throws Error when the game is unknown, or naming the first input that its rules refuse.
 */
export function resimulate({ gameId, seed, options, seats, inputs }: SimulationInput): Simulation {
  const game = gameById(gameId);
  if (!game) throw new Error(`Unknown game ${gameId}.`);
  const rng = new Rng({ seed, drawn: 0 });
  const steps: Step[] = [game.setup({ options: game.options.parse(options), seats, rng })];
  let given: Outcome | null = null;
  for (const [index, input] of inputs.entries()) {
    const { state } = steps.at(-1) as Step;
    if (given || game.outcome(state)) throw new Error(`Input ${index + 1} came after the end.`);
    given = forfeited(game, state, seats, input);
    steps.push(given ? { state, events: [] } : advance(game, state, input, rng, index + 1));
  }
  return { steps, outcome: given ?? game.outcome((steps.at(-1) as Step).state) };
}

/** How the match ends when an input is not a move by the rules: giving up, or running out of time where that loses. */
function forfeited(game: AnyGame, state: unknown, seats: number, { seat, move }: RecordedInput): Outcome | null {
  const all = Array.from({ length: seats }, (_, index) => index);
  if (seat === null) return game.onDeadline ? null : forfeit(all, game.actors(state), 'timeout');
  return isResignation(move) ? forfeit(all, [seat], 'resigned') : null;
}

function isResignation(move: unknown): boolean {
  return typeof move === 'object' && move !== null && 'type' in move && move.type === 'resign';
}

function advance(game: AnyGame, state: unknown, { seat, move }: RecordedInput, rng: Rng, number: number): Step {
  if (seat === null && game.onDeadline) return game.onDeadline(state, rng);
  const applied = game.apply(state, seat as Seat, game.move.parse(move), rng);
  if (!applied.ok) throw new Error(`Input ${number} is against the rules: ${applied.reason}`);
  return { state: applied.state, events: applied.events };
}
