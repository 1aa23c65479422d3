import type { z } from 'zod';
import type { Rng } from './rng';
import type { StatelessAdapter } from './stateless-adapter';

/** Index of a player's place in a match, from 0. */
export type Seat = number;

/** A reader of the game: a seat, a spectator, or an omniscient viewer, who sees everything. */
export type Viewer = Seat | 'spectator' | 'omniscient';

/** The viewer of a view, and whether the match is over: a revealed view hides nothing. */
export interface Perspective {
  viewer: Viewer;
  revealed: boolean;
}

/** The perspective of a viewer while the match runs. */
export const whileRunning = (viewer: Viewer): Perspective => ({ viewer, revealed: false });

/** The perspective of a viewer after the end of the match. */
export const afterTheEnd = (viewer: Viewer): Perspective => ({ viewer, revealed: true });

/**
 * Who may read an event. `team:<name>` is read by the seats that `teamsOf` names; `spectators` by those who watch, and by
 * the players only after the end. Omniscient viewers read every audience.
 */
export type Audience = 'public' | `seat:${number}` | `team:${string}` | 'spectators' | 'omniscient';

/** Something that happened; `type` is in the past tense. `data` is JSON without anything that its audience may not know. */
export interface GameEvent {
  type: string;
  audience: Audience;
  data: Record<string, unknown>;
}

/** What an agent says beside its move, in its own words and numbers; nothing of it is checked. */
export interface MoveNote {
  note: string | null;
  model: { provider: string | null; name: string | null } | null;
  tokens: number | null;
  costUsd: number | null;
}

interface SeatResult {
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
  /** Machine-readable reason: `checkmate`, `timeout`, `line`, `rounds`, … */
  reason: string;
  /** The winning seat, null on a draw or where a team won. */
  winner: Seat | null;
}

/** A refused move. */
export interface MoveRefusal {
  ok: false;
  /** The game's own error code in SCREAMING_SNAKE_CASE, for example `WRONG_PHASE`. */
  code?: string;
  /** One or two sentences: what is wrong, and what would be legal. */
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
       * false: only events were made (a message in a conversation) and every view is unchanged. Default true.
       */
      positionChanged?: boolean;
    }
  | MoveRefusal;

/** Where a game can be played. */
interface Hosting {
  /** In `session.create`: alone, or against house bots. */
  solo: boolean;
  /** In a lobby with other agents. */
  lobby: boolean;
  /** By house bots, as a match that anyone can watch. */
  exhibition: boolean;
  /** Through a queue that fills a match with waiting agents. */
  queue: boolean;
}

/** One clock for the whole game: each seat begins with the base, and each of its moves adds the increment. */
export interface TimeControl {
  baseMs: number;
  incrementMs: number;
}

/** The current time limit. A new `key` starts a new deadline; the same key keeps the running one. */
interface GameClock {
  key: string;
  limitMs: number;
}

export type Strength = 'easy' | 'medium' | 'strong';
export const STRENGTHS: readonly Strength[] = ['easy', 'medium', 'strong'];

/** How a house bot prefers to play where several moves are about equally good. What it means is said by each game. */
export type Manner = 'attacking' | 'trading' | 'careful';
export const MANNERS: readonly Manner[] = ['attacking', 'trading', 'careful'];

/** What the bots of a game do in each manner, as the end of a sentence about one of them: "gives check when it can". */
export type MannerTexts = Readonly<Record<Manner, string>>;

/** What a house bot decides on: only what its own seat sees. */
export interface BotSituation<Move, View> {
  view: View;
  legalMoves: Move[];
  seat: Seat;
  strength: Strength;
  /** Absent: it has no preference between equal moves. */
  manner?: Manner | undefined;
  rng: Rng;
}

/** An event that has happened, as a house bot remembers it. */
export interface HeardEvent extends GameEvent {
  id: string;
  /** Unix time. */
  atMs: number;
}

/** What a house bot of a game with a conversation has heard. */
export interface BotHearing {
  /** The events of the types that bots hear and that this reader may know, oldest first. */
  heard: readonly HeardEvent[];
  /** Display names by seat. */
  names: readonly string[];
  nowMs: number;
}

/**
 * How house bots take part in a game with a conversation: they act when they want to and not only when the game waits for
 * them, in an order that follows what was said.
 */
interface BotConversation<Move, View, State> {
  /** The event types that bots hear. */
  hears: readonly string[];
  /** The seats whose bots may act now; the game need not wait for them. */
  actingSeats(state: State): Seat[];
  /** Bounds in milliseconds of the pause before the next bot acts. It sees what a spectator sees, so it tells nothing. */
  pauseMs(view: View): { min: number; max: number };
  /** The bot that acts next; null: none does now. It sees and hears what a spectator does, so the order tells nothing. */
  pickSeat(
    args: BotHearing & { view: View; bots: readonly { seat: Seat; strength: Strength }[]; rng: Rng },
  ): Seat | null;
  /** The move of a bot; null: it does nothing now. `persona`: hex text, the same for a seat throughout its match. */
  act(args: BotSituation<Move, View> & BotHearing & { persona: string }): Move | null;
}

/** A house bot sees only its seat's view. */
export interface GameBot<Move, View, State = unknown> {
  /** `heavy` runs in a worker thread so that the event loop stays free. */
  cost: 'instant' | 'heavy';
  choose(args: BotSituation<Move, View>): Move;
  /** What its bots prefer, in words. Absent: they have no preferences. */
  manners?: MannerTexts;
  /** For a game in which players talk. Absent: bots act when they are awaited, in the order of their seats. */
  conversation?: BotConversation<Move, View, State>;
}

/** An engine's evaluation of a position, from the first seat's side. */
export interface Judgement<Move = unknown> {
  /** From 1, the first seat wins, to -1, the second seat wins; 0 is level. */
  advantage: number;
  /** Whether it is proved to the end of the game, not estimated. */
  exact: boolean;
  /** The moves of the seat to act that keep the advantage, best first; empty when the game is over. */
  best: Move[];
  /** The evaluation as text: `+1.3`, `wins in 5`, `level`. */
  words: string;
}

/** A limit of a game on how often a seat may act. */
/** An event that a move names; `field` is the field of the move that names it. */
export interface AnsweredEvent {
  id: string;
  type: string;
  field: string;
}

export interface MoveLimit {
  name: string;
  /** What is limited, in words: "public message". */
  what: string;
  durationMs: number;
}

/**
 * The rules of a game as pure functions: no clock, no I/O, no mutation of arguments. The runtime derives all times from
 * `clock`. State is JSON.
 */
export interface GameDefinition<State = unknown, Move = unknown, View = unknown, Options = unknown> {
  /** snake_case; also the `game_type` in the API. */
  id: string;
  /** Increased when the same seed and moves would produce another match. */
  version: number;
  title: string;
  /** One sentence for spectators who do not know the game. */
  about: string;
  summary: string;
  tags: string[];
  rulesSource: string;
  /**
   * `hidden` when any state, move or event is hidden from any viewer. While a match runs, its recorded moves are public
   * only for `perfect`.
   */
  information: 'perfect' | 'hidden';
  /** Whether random numbers are drawn after the setup, so that the same moves can lead to different positions. */
  chance: boolean;
  /** The types of all its events. All other events on a match's stream belong to the platform. */
  eventTypes: readonly string[];
  hosting: Hosting;
  seats: { min: number; max: number; names: readonly string[] };
  /** The names under which players sit, from their own, in a game where talk must tell them apart. Absent: their own. */
  playerNames?(names: readonly string[]): string[];
  /** Default and bounds of `config.move_time_s`; null when the game keeps its own phases. */
  moveTimeS: { fallback: number; min: number; max: number } | null;
  /**
   * The longest that a hidden choice or card can matter, in milliseconds: a phase of a game that keeps its own, a round of
   * several moves. Absent: the time for a move.
   */
  longestPhaseMs?(options: Options, match: { seats: number; moveTimeMs: number | null }): number;
  /** Whether a match may have one clock for the whole game: one seat moves at a time, and moves are many. Default: no. */
  hasGameClock?: true;
  /**
   * Whether its two players may agree on a draw. Only with perfect information and a `judge`, by which house bots answer.
   * Default: no.
   */
  drawByAgreement?: true;
  options: z.ZodType<Options>;
  /** Parses what agents send into the canonical move. */
  move: z.ZodType<Move>;
  setup(args: { options: Options; seats: number; rng: Rng }): { state: State; events: GameEvent[] };
  /** Seats that may act now: several in simultaneous games; [] when the game is over or waits for the clock only. */
  actors(state: State): Seat[];
  /**
   * The actors whose action the game still waits for; the others may act again (change a target, a vote). House bots
   * act only when awaited. Absent: all actors.
   */
  awaited?(state: State): Seat[];
  /**
   * The actors that a viewer may know, because acting at night would reveal a role. Absent: every viewer may know all
   * actors.
   */
  knownActors?(state: State, viewer: Viewer): Seat[];
  legalMoves(state: State, seat: Seat): Move[];
  /** Names of tools that make moves of this game, by the type of the move. Absent: moves are made by the steps of sessions. */
  moveTools?: Readonly<Record<string, string>>;
  apply(state: State, seat: Seat, move: Move, rng: Rng): Applied<State>;
  /**
   * `apply` also receives the moves of seats that are not among `actors`, so that it refuses them with its own code and
   * reason. Absent: the runtime refuses these moves before the game sees them.
   */
  judgesEveryMove?: true;
  /**
   * How often a seat may send a move: once in `durationMs` (whole seconds) for all moves of one `name`. The runtime counts
   * the moves that the rules accept, for agents and people alike; house bots keep their own pace.
   */
  limitOf?(move: Move): MoveLimit | null;
  /**
   * The public event of the match that a move answers, and the type that it must have. The runtime refuses a move that
   * names anything else, so that no field of a move hides a text.
   */
  answeredEvent?(move: Move): AnsweredEvent | null;
  /** null while the game is running; only this, not `actors`, decides whether it is over. */
  outcome(state: State): Outcome | null;
  /**
   * The position as a viewer sees it. A player's own side is in fields named `you` or `your_…`, which are null for other
   * viewers and stay filled when `revealed`.
   */
  view(state: State, perspective: Perspective): View;
  /** For a game that continues when one of several seats resigns. Absent: a resignation ends it, and all other seats win. */
  leaving?: {
    /** Removes a seat that has not left yet; null when too few seats remain. */
    leave(state: State, seat: Seat, rng: Rng): { state: State; events: GameEvent[] } | null;
    /** The seats that have resigned. */
    departedSeats(state: State): Seat[];
  };
  /**
   * Whether a spectator's view shows by a rule of thumb who will win: lists of running matches show such a match after close
   * ones. Absent: never.
   */
  isDecided?(view: View): boolean;
  /** Teams of a seat, for `team:` audiences. */
  teamsOf?(state: State, seat: Seat): string[];
  /** The teams that a seat is in or has been in, in a game where players leave their team; absent: `teamsOf`. */
  everTeamsOf?(state: State, seat: Seat): string[];
  encode(state: State): string;
  /** @throws Error with the reason when the text is not a state of this game. */
  decode(text: string): State;
  /** null: no limit now. `moveTimeMs` is the match's move time. */
  clock(state: State, moveTimeMs: number): GameClock | null;
  /** Applies an expired deadline. Absent: every seat that should have acted loses by `timeout`. */
  onDeadline?(state: State, rng: Rng): { state: State; events: GameEvent[] };
  /** For an agent that does not know the game: the goal, how to write a move, the fields of an answer. */
  instructions(options: Options): string;
  /** JSON Schema of `action`. */
  actionSchema: Record<string, unknown>;
  bot: GameBot<Move, View, State> | null;
  /** An engine's evaluation after searching about `nodes` positions; deterministic. Absent for games of chance. */
  judge?(state: State, nodes: number): Judgement<Move>;
  /** The notation in which players exchange games of this kind; absent when there is none. */
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

/** The actors that a viewer may know; they include the viewer's own seat when it may act. */
export function actorsKnownTo<State, Move, View, Options>(
  game: GameDefinition<State, Move, View, Options>,
  state: State,
  viewer: Viewer,
): Seat[] {
  return game.knownActors && viewer !== 'omniscient' ? game.knownActors(state, viewer) : game.actors(state);
}

/** A game with erased types, for the registry and the runtime. */
// biome-ignore lint/suspicious/noExplicitAny: the registry is heterogeneous; each entry was checked by defineGame.
export type AnyGame = GameDefinition<any, any, any, any>;

/** One recorded move of a match. */
interface RecordedMove {
  seat: Seat;
  /** As players write it: `Nf3`, `X B2`. */
  notation: string;
  /** As the game takes it. */
  move: unknown;
  spentMs: number;
}

/** A match, for export in the notation of its game. */
export interface RecordedMatch<State = unknown> {
  /** URL of the match page. */
  url: string;
  /** What it was part of, in words. */
  event: string;
  startedAt: Date;
  status: 'active' | 'completed' | 'cancelled';
  /** The time limit of each move; null without one. */
  moveTimeMs: number | null;
  /** One clock for the whole game, in place of it. */
  timeControl: TimeControl | null;
  /** By seat. */
  players: { name: string; kind: 'agent' | 'bot' | 'human'; elo: number | null }[];
  /** The position before the first move, then the one after each. */
  states: readonly State[];
  moves: readonly RecordedMove[];
  outcome: Outcome | null;
}

/** The notation in which the players of a game exchange games. */
export interface GameRecord<State> {
  /** The end of the file's name. */
  extension: 'pgn' | 'pdn';
  mediaType: string;
  write(match: RecordedMatch<State>): string;
}
