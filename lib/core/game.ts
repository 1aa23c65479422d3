import type { z } from 'zod';
import type { GameRecord } from './game-record';
import type { Rng } from './rng';
import type { StatelessAdapter } from './stateless-adapter';

/** Index of a chair, from 0. */
export type Seat = number;

/** A reader of the game: a seat, the public, or an omniscient viewer, who may see everything. */
export type Viewer = Seat | 'spectator' | 'omniscient';

/** For whom a view is made, and whether the match is over: a revealed view hides nothing from anyone. */
export interface Perspective {
  viewer: Viewer;
  revealed: boolean;
}

/** The perspective of a viewer while the match runs. */
export const whileRunning = (viewer: Viewer): Perspective => ({ viewer, revealed: false });

/** The perspective of a viewer after the end of the match. */
export const afterTheEnd = (viewer: Viewer): Perspective => ({ viewer, revealed: true });

/**
 * Who may read an event. `team:<name>` is read by the seats that `teamsOf` names.
 * Omniscient viewers read every audience.
 */
export type Audience = 'public' | `seat:${number}` | `team:${string}` | 'omniscient';

/** Something that happened, past tense; `data` is JSON and free of what its audience may not know. */
export interface GameEvent {
  type: string;
  audience: Audience;
  data: Record<string, unknown>;
}

export interface SeatResult {
  seat: Seat;
  result: 'win' | 'loss' | 'draw';
  score?: number;
  /** 1 is best; equal ranks tie. */
  rank?: number;
  /** In team games: each player is rated against the average of the other side. */
  team?: string;
}

export interface Outcome {
  results: SeatResult[];
  /** Machine word: checkmate, timeout, line, rounds, parity… */
  reason: string;
  /** The winning seat, null on a draw or where a team won. */
  winner: Seat | null;
}

/** A refused move. */
export interface MoveRefusal {
  ok: false;
  /** The game's own error code in SCREAMING_SNAKE_CASE, for example `WRONG_PHASE`. */
  code?: string;
  /** One or two sentences: what is wrong, and what would be right. */
  reason: string;
  /** The legal moves nearest to the refused one. */
  nearest?: unknown[];
}

/** The result of `apply`. */
export type Applied<State> =
  | {
      ok: true;
      state: State;
      events: GameEvent[];
      /**
       * false: the events are all there is to show (a message in a conversation), and every view is the same as before.
       * Default true.
       */
      positionChanged?: boolean;
    }
  | MoveRefusal;

/** Where a game can be played. */
export interface Hosting {
  /** In `session.create`: alone, or against house bots. */
  solo: boolean;
  /** In a lobby with other agents. */
  lobby: boolean;
  /** By house bots, as a match that anyone can watch. */
  exhibition: boolean;
  /** Through a queue that fills a match with the agents who wait. */
  queue: boolean;
}

/** The current time limit. While `key` stays the same the running deadline stays; a new key starts a new one. */
export interface GameClock {
  key: string;
  limitMs: number;
}

export type Strength = 'easy' | 'medium' | 'strong';
export const STRENGTHS: readonly Strength[] = ['easy', 'medium', 'strong'];

/** A house bot sees only the view of its own seat. */
export interface GameBot<Move, View> {
  /** `heavy` runs in a worker thread so that the event loop stays free. */
  cost: 'instant' | 'heavy';
  choose(args: { view: View; legalMoves: Move[]; seat: Seat; strength: Strength; rng: Rng }): Move;
}

/** What an engine thinks of a position, seen from the first seat. */
export interface Judgement<Move = unknown> {
  /** From 1, the first seat wins, to -1, the second seat wins; 0 is level. */
  advantage: number;
  /** Proved to the end of the game, not estimated. */
  exact: boolean;
  /** The moves of the seat to act that keep the advantage, best first; empty when the game is over. */
  best: Move[];
  /** The same as players say it: `+1.3`, `wins in 5`, `level`. */
  words: string;
}

/**
 * A game, once and purely: no clock, no I/O, no mutation of its arguments. All times are derived by the runtime
 * from `clock`. State is JSON.
 */
export interface GameDefinition<State = unknown, Move = unknown, View = unknown, Options = unknown> {
  /** snake_case; also the `game_type` in the API. */
  id: string;
  /** Raised when the same seed and moves would give another game. */
  version: number;
  title: string;
  /** One sentence for a stranger who watches. */
  about: string;
  summary: string;
  tags: string[];
  rulesSource: string;
  /**
   * `hidden` when any state, move or event is kept from any viewer. While a match runs, its recorded moves are public
   * only for `perfect`.
   */
  information: 'perfect' | 'hidden';
  /** Whether random numbers are drawn after the setup, so that the same moves can lead to different positions. */
  chance: boolean;
  /** The types of all its events. Any other event on the stream of a match is the platform's. */
  eventTypes: readonly string[];
  hosting: Hosting;
  seats: { min: number; max: number; names: readonly string[] };
  /** Default and bounds of `config.move_time_s`; null when the game keeps its own phases. */
  moveTimeS: { fallback: number; min: number; max: number } | null;
  options: z.ZodType<Options>;
  /** Accepts what agents send; the canonical move comes out. */
  move: z.ZodType<Move>;
  setup(args: { options: Options; seats: number; rng: Rng }): { state: State; events: GameEvent[] };
  /** Seats that may act now: several when simultaneous; [] when over, or while only the clock moves the game on. */
  actors(state: State): Seat[];
  /**
   * The actors whose action the game still waits for; the others may act again (change a target, a vote). House bots
   * act only when awaited. Absent: all actors.
   */
  awaited?(state: State): Seat[];
  /**
   * The actors that a viewer may know of: who acts at night tells who has a role. Absent: everybody sees whose turn
   * it is.
   */
  knownActors?(state: State, viewer: Viewer): Seat[];
  legalMoves(state: State, seat: Seat): Move[];
  apply(state: State, seat: Seat, move: Move, rng: Rng): Applied<State>;
  /**
   * `apply` also receives the moves of seats that are not among `actors`, so that it refuses them with its own code and
   * reason. Absent: the runtime refuses these moves before the game sees them.
   */
  judgesEveryMove?: true;
  /** null while the game goes on; this, and not `actors`, says that it is over. */
  outcome(state: State): Outcome | null;
  /**
   * The position as a viewer sees it. A player's own side is in fields named `you` or `your_…`, which are null for other
   * viewers and stay filled when `revealed`.
   */
  view(state: State, perspective: Perspective): View;
  /** For a game that goes on when one of several gives up. Absent: giving up ends it, and everybody else wins. */
  leaving?: {
    /** The game without a seat that has not left yet; null when too few are left to go on. */
    leave(state: State, seat: Seat, rng: Rng): { state: State; events: GameEvent[] } | null;
    /** Who has given up so far. */
    gone(state: State): Seat[];
  };
  /** Teams of a seat, for `team:` audiences. */
  teamsOf?(state: State, seat: Seat): string[];
  encode(state: State): string;
  /** @throws Error with the reason when the text is no state of this game. */
  decode(text: string): State;
  /** null: no limit now. `moveTimeMs` is the match's move time. */
  clock(state: State, moveTimeMs: number): GameClock | null;
  /** What running out means. Absent: every seat that should have acted loses by `timeout`. */
  onDeadline?(state: State, rng: Rng): { state: State; events: GameEvent[] };
  /** For an agent that knows nothing: goal, how to write a move, what the answer holds. */
  instructions(options: Options): string;
  /** JSON Schema of `action`. */
  actionSchema: Record<string, unknown>;
  bot: GameBot<Move, View> | null;
  /** An engine's opinion after looking at about `nodes` positions; the same every time. Absent where skill does not decide. */
  judge?(state: State, nodes: number): Judgement<Move>;
  /** The notation in which its players exchange games; absent where there is none. */
  record?: GameRecord<State>;
  /** The source of the stateless tools of game-tools.md. Absent: the game has none. */
  // biome-ignore lint/suspicious/noExplicitAny: the position of an adapter need not be the state of a match.
  statelessAdapter?: StatelessAdapter<any>;
  /** The view as text: for agents, screen readers and the console. */
  describe(view: View, viewer: Viewer): string;
}

/** Declares a game once; tools, hosted sessions, matches, league fixtures and boards are derived from it. */
export function defineGame<State, Move, View, Options>(
  definition: GameDefinition<State, Move, View, Options>,
): GameDefinition<State, Move, View, Options> {
  return definition;
}

/** The seats whose action the game waits for. */
export function awaitedSeats<State, Move, View, Options>(
  game: GameDefinition<State, Move, View, Options>,
  state: State,
): Seat[] {
  return game.awaited?.(state) ?? game.actors(state);
}

/** The seats that a viewer may know to be able to act; a viewer's own seat is always among them when it may. */
export function actorsKnownTo<State, Move, View, Options>(
  game: GameDefinition<State, Move, View, Options>,
  state: State,
  viewer: Viewer,
): Seat[] {
  return game.knownActors && viewer !== 'omniscient' ? game.knownActors(state, viewer) : game.actors(state);
}

/** A game whose types are no longer known, as the registry and the runtime hold it. */
// biome-ignore lint/suspicious/noExplicitAny: the registry is heterogeneous; each entry was checked by defineGame.
export type AnyGame = GameDefinition<any, any, any, any>;
