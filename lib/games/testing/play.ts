import { type AnyGame, awaitedSeats, type GameEvent, type Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import type { RecordedInput } from '@/lib/games/simulate';

/** Above the length of every game. */
const MAX_INPUTS = 12_000;

/** One step of a random game. */
interface PlayedStep {
  before: unknown;
  input: RecordedInput;
  after: unknown;
  events: GameEvent[];
  /** The events of the step; `true` when it had none. */
  positionChanged: boolean;
}

export interface PlayedGame {
  seats: number;
  options: unknown;
  first: unknown;
  setupEvents: GameEvent[];
  steps: PlayedStep[];
  last: unknown;
}

/** Freezes a value to any depth, so that a mutation throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * Plays a random game to its end. `seed` is the seed of the game; `choices` draws the moves, and sometimes a timeout, a
 * resignation or a move of a seat that is not awaited. States are frozen, so a rule that mutates its arguments throws.
 * @throws Error when the game does not end, refuses one of its own legal moves, or no seat can act.
 */
export function playAtRandom(game: AnyGame, seed: string, choices: Rng): PlayedGame {
  const rng = new Rng({ seed, drawn: 0 });
  const seats = game.seats.min + choices.int(game.seats.max - game.seats.min + 1);
  const options = deepFreeze(game.options.parse({}));
  const opened = game.setup({ options, seats, rng });
  const steps: PlayedStep[] = [];
  let state = deepFreeze(opened.state);
  while (game.outcome(state) === null) {
    if (steps.length >= MAX_INPUTS) throw new Error(`${game.id} did not end within ${MAX_INPUTS} inputs.`);
    const step = randomStep(game, state, rng, choices);
    steps.push(step);
    state = step.after;
  }
  return { seats, options, first: opened.state, setupEvents: opened.events, steps, last: state };
}

/** A resignation after which the game continues; null when it cannot. */
function randomLeaving(game: AnyGame, before: unknown, rng: Rng, choices: Rng): PlayedStep | null {
  if (!game.leaving) return null;
  const seat = choices.int(game.seats.max);
  const left = game.leaving.departedSeats(before).includes(seat) ? null : game.leaving.leave(before, seat, rng);
  return (
    left && {
      before,
      input: { seat, move: { type: 'resign' } },
      after: deepFreeze(left.state),
      events: left.events,
      positionChanged: true,
    }
  );
}

function randomStep(game: AnyGame, before: unknown, rng: Rng, choices: Rng): PlayedStep {
  const left = choices.int(40) === 0 ? randomLeaving(game, before, rng, choices) : null;
  if (left) return left;
  const awaited = awaitedSeats(game, before);
  const actors = choices.int(8) === 0 || (awaited.length === 0 && !game.onDeadline) ? game.actors(before) : awaited;
  const timesOut = game.onDeadline && (actors.length === 0 || choices.int(12) === 0);
  if (timesOut && game.onDeadline) {
    const { state, events } = game.onDeadline(before, rng);
    return { before, input: { seat: null, move: null }, after: deepFreeze(state), events, positionChanged: true };
  }
  if (actors.length === 0) throw new Error(`${game.id} has no actor: ${game.encode(before)}`);
  const seat: Seat = choices.pick(actors);
  const move = choices.pick(game.legalMoves(before, seat));
  const applied = game.apply(before, seat, deepFreeze(move), rng);
  if (!applied.ok) throw new Error(`${game.id} refused its own legal move ${JSON.stringify(move)}: ${applied.reason}`);
  const { events, positionChanged = true } = applied;
  return { before, input: { seat, move }, after: deepFreeze(applied.state), events, positionChanged };
}
