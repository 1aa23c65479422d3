import type { AnyGame, GameEvent, Outcome, Seat } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { actOnDraw, type DrawOffers, isDrawInput, offersAfterMove } from '@/lib/games/draw-offers';
import { forfeit } from '@/lib/games/forfeit';
import { isResignation, resign } from '@/lib/games/resign';

/**
 * One input of a match as it was recorded: a move, `{ type: 'resign' }` or an action about a draw of a seat, or null when the
 * time ran out.
 */
export interface RecordedInput {
  seat: Seat | null;
  move: unknown;
}

interface Step {
  state: unknown;
  events: GameEvent[];
  /** false for an input that only made events, such as a message. */
  positionChanged: boolean;
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
  /** Unparsed or stored options. */
  options: unknown;
  /** Number of seats. */
  seats: number;
  inputs: readonly RecordedInput[];
}

/**
 * Replays a finished match from its seed and inputs, to verify that the committed seed produces the recorded match. Runs in
 * browsers too.
 * @throws Error when the game is unknown, or naming the first input that its rules refuse.
 */
export function resimulate({ gameId, seed, options, seats, inputs }: SimulationInput): Simulation {
  const game = gameById(gameId);
  if (!game) throw new Error(`Unknown game ${gameId}.`);
  const rng = new Rng({ seed, drawn: 0 });
  const opened = game.setup({ options: game.options.parse(options), seats, rng });
  const steps: Step[] = [{ ...opened, positionChanged: true }];
  let given: Outcome | null = null;
  let draws: DrawsSoFar = { offers: null, moves: 0 };
  for (const [index, input] of inputs.entries()) {
    const { state } = steps.at(-1) as Step;
    if (given || game.outcome(state)) throw new Error(`Input ${index + 1} came after the end.`);
    const applied = applyInput(game, { state, seats, input, draws, number: index + 1 }, rng);
    given = applied.outcome;
    draws = applied.draws ?? draws;
    steps.push(applied.step);
  }
  return { steps, outcome: given ?? game.outcome((steps.at(-1) as Step).state) };
}

interface AppliedInput {
  step: Step;
  /** Set when the input ended the match otherwise than by the game's own rules. */
  outcome: Outcome | null;
  /** Set when the input changed them. */
  draws?: DrawsSoFar;
}

/** The offers of a draw, and the moves so far. */
interface DrawsSoFar {
  offers: DrawOffers | null;
  moves: number;
}

interface Given {
  state: unknown;
  seats: number;
  input: RecordedInput;
  draws: DrawsSoFar;
  number: number;
}

/** Applies one input: a move, a resignation, an offer of a draw or its answer, or a timeout. */
function applyInput(game: AnyGame, given: Given, rng: Rng): AppliedInput {
  const { state, seats, input, draws, number } = given;
  const { seat, move } = input;
  const all = Array.from({ length: seats }, (_, index) => index);
  const over = (outcome: Outcome): AppliedInput => ({ step: { state, events: [], positionChanged: true }, outcome });
  if (seat === null) {
    if (!game.onDeadline) return over(forfeit(all, game.actors(state), 'timeout'));
    return { step: { ...game.onDeadline(state, rng), positionChanged: true }, outcome: null };
  }
  if (game.drawByAgreement && isDrawInput(move)) {
    const done = actOnDraw(game, draws, seat, move.type);
    if (!done.ok) throw new Error(`Input ${number} is against the rules: ${done.reason}`);
    const step: Step = { state, events: [], positionChanged: done.kind === 'agreed' };
    return { step, outcome: done.kind === 'agreed' ? done.outcome : null, draws: { ...draws, offers: done.offers } };
  }
  if (!isResignation(move)) {
    const { offers } = offersAfterMove(draws.offers, seat);
    const step = applyMove(game, state, { seat, move }, rng, number);
    return { step, outcome: null, draws: { offers, moves: draws.moves + 1 } };
  }
  const resigned = resign(game, { state, seats: all, seat, ends: move.ends === true }, rng);
  if (resigned.kind === 'refused') throw new Error(`Input ${number} is against the rules: ${resigned.reason}`);
  if (resigned.kind === 'over') return over(resigned.outcome);
  return { step: { state: resigned.state, events: resigned.events, positionChanged: true }, outcome: null };
}

function applyMove(
  game: AnyGame,
  state: unknown,
  input: { seat: Seat; move: unknown },
  rng: Rng,
  number: number,
): Step {
  const applied = game.apply(state, input.seat, game.move.parse(input.move), rng);
  if (!applied.ok) throw new Error(`Input ${number} is against the rules: ${applied.reason}`);
  return { state: applied.state, events: applied.events, positionChanged: applied.positionChanged !== false };
}
