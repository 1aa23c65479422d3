import { z } from 'zod';
import type { Outcome, Seat, Strength, TimeControl } from '@/lib/core/game';
import type { StreamHead } from '@/lib/core/stream';
import type { Unrated } from '@/lib/domain/seating';
import type { DrawOffers } from '@/lib/games/draw-offers';

export type MatchKind = 'solo' | 'lobby' | 'exhibition' | 'town' | 'league';
export type MatchStatus = 'active' | 'completed' | 'cancelled';

/** A seat and its player. */
export interface SeatRow {
  seat: Seat;
  kind: 'agent' | 'bot' | 'human';
  agentId: string | null;
  experienceAgentId: string | null;
  sessionId: string | null;
  strength: Strength | null;
  displayName: string;
  /** A person without an account when the match began. */
  isGuest: boolean;
  /** Rating at the start of the match; null for bots and guests, and before the first rated match. */
  eloBefore: number | null;
  /** That rating came of too few matches to be reliable. */
  isProvisional: boolean;
  eloAfter: number | null;
}

/** A match as it is stored. `state` contains every secret of the game and never leaves the server. */
export interface MatchRow {
  id: string;
  experienceId: string;
  gameId: string;
  gameVersion: number;
  kind: MatchKind;
  status: MatchStatus;
  options: unknown;
  state: unknown;
  seed: string;
  seedCommitment: string;
  /** Words drawn from the generator so far. */
  rngDrawn: number;
  version: number;
  ply: number;
  /** Inputs so far: moves, resignations and deadlines. */
  inputs: number;
  head: StreamHead;
  moveTimeMs: number | null;
  /** Set in place of `moveTimeMs` where a clock is for the whole game. */
  timeControl: TimeControl | null;
  /** Milliseconds that each seat had left when the running time began; with `timeControl` only. */
  clockLeftMs: readonly number[] | null;
  /** Null before the first offer. */
  drawOffers: DrawOffers | null;
  clockKey: string | null;
  /** Start of the running time limit. */
  clockStartedAt: Date | null;
  deadlineAt: Date | null;
  botDueAt: Date | null;
  /** Seconds that spectators who see everything are behind while the match runs. */
  omniscientDelayS: number;
  rated: boolean;
  /** Set when the match is not rated although it began as a rated one. */
  unrated: Unrated | null;
  outcome: Outcome | null;
  endReason: string | null;
  startedAt: Date;
  endedAt: Date | null;
  closedAt: Date | null;
  seats: SeatRow[];
}

/** Whether a match has a seat that is not a house bot's. */
export const hasPlayers = ({ seats }: Pick<MatchRow, 'seats'>): boolean => seats.some(({ kind }) => kind !== 'bot');

/** The player of a seat in a new match. */
export type SeatInput =
  | {
      kind: 'agent' | 'human';
      agentId: string;
      experienceAgentId: string;
      sessionId: string | null;
      displayName: string;
      /** A person without an account, who is never rated. Default: no. */
      isGuest?: boolean;
    }
  /** A player of a league without an agent: it is called at its own endpoint. */
  | { kind: 'endpoint'; displayName: string }
  /** Without a name it is one of the house bots of its strength. */
  | { kind: 'bot'; strength: Strength; displayName?: string };

/** The step that a session records with a move, in the same statement. */
export interface StepRecord {
  sessionId: string;
  agentId: string;
  action: unknown;
  idempotencyKey?: string | null;
}

/** One input of a match. Seed, options and inputs together reproduce the match. */
export interface InputRow {
  matchId: string;
  n: number;
  /** null: the deadline was the input. */
  seat: Seat | null;
  /** The move as the game takes it, `{ type: 'resign' }` or an action about a draw; null for a deadline. */
  move: unknown;
  spentMs: number;
  at: Date;
}

export const clockSchema = z.strictObject({
  seats_to_move: z.array(z.int()).describe('Seats whose time runs.'),
  deadline_at: z.iso.datetime().nullable().describe('When the running time limit ends; null without one.'),
  limit_ms: z.int().nullable().describe('Length of the running time limit in milliseconds.'),
  server_time: z.iso.datetime().describe('The server’s clock when this was written.'),
  game_clock: z
    .strictObject({
      base_ms: z.int().describe('What each seat began with.'),
      increment_ms: z.int().describe('What each of its moves adds.'),
      left_ms: z
        .array(z.int())
        .describe('What each seat has left; of the seat to move: had left when its time began to run. At 0 it loses.'),
    })
    .optional()
    .describe(
      'Present where one clock is for the whole game: deadline_at is then the end of the time of the seat to move.',
    ),
});
export type WireClock = z.infer<typeof clockSchema>;

const outcomeSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      seat: z.int(),
      result: z.enum(['win', 'loss', 'draw']),
      score: z.number().optional(),
      rank: z.int().optional(),
    }),
  ),
  reason: z.string().describe('Why it ended: checkmate, timeout, resigned …'),
  winner: z.int().nullable().describe('The winning seat; null on a draw.'),
  your_result: z.enum(['win', 'loss', 'draw']).optional().describe('Your own result, when you have a seat.'),
});

/** The draw by agreement, from a seat of a running match whose game knows it. docs/decisions/0017-clocks-and-draws.md */
export const drawSchema = z.strictObject({
  offered_by: z.int().nullable().describe('The seat whose offer of a draw waits for an answer.'),
  actions: z
    .array(z.enum(['offer_draw', 'accept_draw', 'decline_draw']))
    .describe('What you may send now as the type of an action: {"type":"offer_draw"}.'),
});
export type WireDraw = z.infer<typeof drawSchema>;

/** An event that an action made and its seat may read. */
const actionEventSchema = z.strictObject({
  id: z.string().describe('Id of the event in the stream of the match.'),
  type: z.string(),
  audience: z.string().describe('Readers of the event: public, your seat or one of your teams.'),
  at: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});
export type ActionEvent = z.infer<typeof actionEventSchema>;

/** The response to every action in a built-in game. decisions.md, Multiplayer flow. */
const builtinResponseSchema = z.strictObject({
  game_type: z.string(),
  status: z.enum(['active', 'completed', 'cancelled']),
  your_turn: z.boolean().describe('The game waits for you.'),
  may_act: z
    .literal(true)
    .optional()
    .describe('You may act although the game does not wait for you, for example to change a vote.'),
  legal_moves: z.array(z.unknown()).describe('Values that `action` takes as they are; empty when you may not act.'),
  view: z.record(z.string(), z.unknown()).describe('What you may see of the game.'),
  outcome: outcomeSchema.optional(),
  clock: clockSchema.optional(),
  draw: drawSchema.optional().describe('Present while you play a game whose players may agree on a draw.'),
  message: z.string().describe('What just happened and what to do next.'),
  events: z
    .array(actionEventSchema)
    .optional()
    .describe('What your action made happen, as far as you may read it; absent when you only looked.'),
});
export type BuiltinResponse = z.infer<typeof builtinResponseSchema>;

export interface ActAnswer {
  response: BuiltinResponse;
  /** Steps of the session after this one; null when no session records the action. */
  stepCount: number | null;
  /** The events of the action that the seat may read, without views. The stored response of the step has them too. */
  events: ActionEvent[];
}

/** A player as the public sees it. */
export interface SnapshotPlayer {
  seat: Seat;
  /** White, X, ODD … */
  seat_name: string;
  kind: SeatRow['kind'];
  display_name: string;
  agent_id: string | null;
  strength: Strength | null;
  /** A person without an account: never rated. */
  is_guest: boolean;
  elo: number | null;
  /** The rating comes of too few matches to be reliable. */
  provisional: boolean;
  elo_after: number | null;
}

/** A match as pages and sockets show it. */
export interface MatchSnapshot {
  match_id: string;
  experience_id: string;
  game_type: string;
  title: string;
  about: string;
  kind: MatchKind;
  status: MatchStatus;
  rated: boolean;
  /** Why a match that began as a rated one is not rated. */
  unrated: Unrated | null;
  players: SnapshotPlayer[];
  view: Record<string, unknown>;
  /** The view as text. */
  text: string;
  clock: WireClock;
  ply: number;
  outcome: Outcome | null;
  end_reason: string | null;
  seed_commitment: string;
  /** Revealed when the match is over. */
  seed: string | null;
  /** How far behind omniscient spectators are while the match runs, in seconds. */
  omniscient_delay_s: number;
  started_at: string;
  /** Time of the last public event; null while the clock moves in place of the player. */
  moved_at: string | null;
  /** One side has as good as won, by the view. */
  is_decided: boolean;
  /** The game lasts a minute or two. */
  is_quick: boolean;
  ended_at: string | null;
  /** The record of its two house bots against each other in this game, in words; null for every other match. */
  rivalry: string | null;
  /** The platform's line about the last move, or the last words in it, with `{0}` for the name of the first seat; null where it is not read. */
  commentary: string | null;
  /** Id of the last event that this snapshot contains. */
  cursor: string;
}
