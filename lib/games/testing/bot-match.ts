import {
  type AnyGame,
  awaitedSeats,
  type GameEvent,
  type HeardEvent,
  type Outcome,
  type Seat,
  STRENGTHS,
  type Strength,
  whileRunning,
} from '@/lib/core/game';
import { Rng, sha256Hex } from '@/lib/core/rng';
import type { RecordedInput } from '@/lib/games/simulate';

const MAX_TURNS = 20_000;

export interface BotMatchInput {
  /** Hex; the seed of the game. */
  seed: string;
  options?: unknown;
  /** By seat; by default the strengths in turn. */
  strengths?: readonly Strength[];
}

export interface BotMatch {
  inputs: RecordedInput[];
  /** Every event with the time at which it happened, from 0. */
  events: HeardEvent[];
  state: unknown;
  outcome: Outcome;
}

/** A match of house bots in simulated time, paced as the match runtime paces them: pauses, deadlines, one bot at a time. */
export function playBotMatch(game: AnyGame, { seed, options = {}, strengths = STRENGTHS }: BotMatchInput): BotMatch {
  const match = new SimulatedMatch(game, seed, options, strengths);
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const outcome = game.outcome(match.state);
    if (outcome) return { inputs: match.inputs, events: match.events, state: match.state, outcome };
    match.advance();
  }
  throw new Error(`${game.id} did not end within ${MAX_TURNS} turns of its bots.`);
}

class SimulatedMatch {
  state: unknown;
  readonly inputs: RecordedInput[] = [];
  readonly events: HeardEvent[] = [];
  readonly #rng: Rng;
  /** What the bots draw from; apart from the game's own numbers, as in the runtime. */
  readonly #choices: Rng;
  #nowMs = 0;
  #clock: { key: string; deadlineMs: number } | null = null;
  #botDueMs: number | null = null;

  constructor(
    readonly game: AnyGame,
    readonly seed: string,
    options: unknown,
    readonly strengths: readonly Strength[],
  ) {
    this.#rng = new Rng({ seed, drawn: 0 });
    this.#choices = new Rng({ seed: sha256Hex(`choices of ${seed}`), drawn: 0 });
    const opened = game.setup({ options: game.options.parse(options), seats: game.seats.min, rng: this.#rng });
    this.state = opened.state;
    this.#take(opened.events);
  }

  /** Lets the next thing happen: a bot acts, or the deadline passes. */
  advance(): void {
    const deadline = this.#clock?.deadlineMs ?? Number.POSITIVE_INFINITY;
    if (this.#botDueMs !== null && this.#botDueMs < deadline) {
      this.#nowMs = this.#botDueMs;
      this.#botDueMs = null;
      this.#actAsBot();
    } else {
      this.#nowMs = deadline;
      const next = this.game.onDeadline?.(this.state, this.#rng);
      if (!next) throw new Error(`${this.game.id} waits for no seat and no deadline.`);
      this.inputs.push({ seat: null, move: null });
      this.state = next.state;
      this.#botDueMs = null;
      this.#take(next.events);
    }
  }

  #take(events: readonly GameEvent[]): void {
    for (const event of events)
      this.events.push({ ...event, id: String(this.events.length + 1).padStart(6, '0'), atMs: this.#nowMs });
    const clock = this.game.clock(this.state, 60_000);
    if (clock?.key !== this.#clock?.key)
      this.#clock = clock && { key: clock.key, deadlineMs: this.#nowMs + clock.limitMs };
    this.#schedule();
  }

  #schedule(): void {
    if (this.#botDueMs !== null) return;
    const acting = this.#acting();
    if (acting.length === 0) return;
    const pause = this.game.bot?.conversation?.pauseMs(this.game.view(this.state, whileRunning('spectator')));
    const { min, max } = pause ?? { min: 1_000, max: 2_000 };
    this.#botDueMs = this.#nowMs + min + this.#choices.int(Math.max(1, max - min));
  }

  #acting(): Seat[] {
    return this.game.bot?.conversation?.actingSeats(this.state) ?? awaitedSeats(this.game, this.state);
  }

  #heardBy(viewer: Seat | 'spectator'): HeardEvent[] {
    const teams = typeof viewer === 'number' ? (this.game.teamsOf?.(this.state, viewer) ?? []) : [];
    const audiences = ['public', `seat:${viewer}`, ...teams.map((team) => `team:${team}`)];
    const types = this.game.bot?.conversation?.hears ?? [];
    return this.events.filter(({ type, audience }) => types.includes(type) && audiences.includes(audience));
  }

  readonly #strengthOf = (seat: Seat): Strength => this.strengths[seat % this.strengths.length] ?? 'medium';

  #actAsBot(): void {
    const { game, state } = this;
    const seat = this.#pickSeat();
    const move = seat === null ? null : this.#chooseMove(seat);
    if (seat === null || move === null) {
      this.#schedule();
      return;
    }
    const applied = game.apply(state, seat, game.move.parse(JSON.parse(JSON.stringify(move))), this.#rng);
    if (!applied.ok) throw new Error(`The bot of seat ${seat} chose ${JSON.stringify(move)}: ${applied.reason}`);
    this.inputs.push({ seat, move });
    this.state = applied.state;
    this.#take(applied.events);
  }

  #pickSeat(): Seat | null {
    const bots = this.#acting().map((seat) => ({ seat, strength: this.#strengthOf(seat) }));
    const { conversation } = this.game.bot ?? {};
    if (!conversation) return bots[0]?.seat ?? null;
    return conversation.pickSeat({
      view: this.game.view(this.state, whileRunning('spectator')),
      bots,
      heard: this.#heardBy('spectator'),
      names: [],
      nowMs: this.#nowMs,
      rng: this.#choices,
    });
  }

  #chooseMove(seat: Seat): unknown {
    const { game, state } = this;
    const situation = {
      view: game.view(state, whileRunning(seat)),
      legalMoves: game.legalMoves(state, seat),
      seat,
      strength: this.#strengthOf(seat),
      rng: this.#choices,
    };
    if (!game.bot?.conversation) return game.bot?.choose(situation) ?? null;
    const persona = sha256Hex(`${this.seed}|bot|${seat}`);
    return game.bot.conversation.act({
      ...situation,
      heard: this.#heardBy(seat),
      names: [],
      nowMs: this.#nowMs,
      persona,
    });
  }
}
