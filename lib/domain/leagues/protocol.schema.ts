import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { isJsonObject, type JsonObject } from '@/lib/core/json';

// The messages of league.v1. Specification: league.md, League Protocol Messages.

export const PROTOCOL = 'league.v1';
/** The JSON-RPC method that carries a message, in both directions. */
export const MESSAGE_METHOD = 'protocol/message';

/** A message that breaks the protocol: JSON-RPC -32000 with this reason. decisions.md, League, Faults. */
export class ProtocolFault extends AppError {
  constructor(reason: string) {
    super('VALIDATION_ERROR', reason);
    this.name = 'ProtocolFault';
  }
}

/** A message in the name of a player that its sender does not prove to be. */
export class ForeignMessage extends ProtocolFault {
  override readonly name = 'ForeignMessage';
}

/** A message_type that is not received here: JSON-RPC -32602. */
export class UnknownMessageType extends Error {
  override readonly name = 'UnknownMessageType';
}

const SENDER = /^player:\S{1,100}$/;
const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Whether an ISO-8601 text is a time that exists; the parser alone takes 30 February for 1 March. */
function isTime(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return !Number.isNaN(Date.parse(text)) && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

const timestamp = z
  .string('must be an ISO-8601 time')
  .refine((text) => ISO_TIMESTAMP.test(text) && isTime(text), 'must be an ISO-8601 time');
const text = (max: number) =>
  z.string('must be a string').min(1, 'must not be empty').max(max, `has more than ${max} characters`);
const sender = z.string('must be a string').regex(SENDER, 'must be "player:<id>"');

const registerSchema = z.looseObject({
  league_id: text(100),
  conversation_id: text(100),
  sender,
  timestamp,
  player_meta: z.looseObject(
    {
      display_name: text(100),
      version: text(50),
      game_types: z.array(text(60), 'must be an array of strings').max(50, 'has more than 50 entries'),
      contact_endpoint: z.string('must be a string').max(2048, 'has more than 2048 characters'),
    },
    'must be an object',
  ),
});
export type RegisterRequest = z.infer<typeof registerSchema>;

const moveSchema = z.looseObject({
  league_id: text(100),
  round_id: z.int('must be an integer'),
  match_id: text(50),
  conversation_id: text(100),
  sender,
  timestamp,
  game_round: z.int('must be an integer'),
  move: z.unknown().refine((move) => move !== undefined, 'is missing'),
});
export type MoveResponse = z.infer<typeof moveSchema>;

/** @throws ProtocolFault that names the field */
export function readRegisterRequest(message: JsonObject): RegisterRequest {
  return parse(registerSchema, message);
}

/** @throws ProtocolFault that names the field */
export function readMoveResponse(message: JsonObject): MoveResponse {
  return parse(moveSchema, message);
}

/** The type of a message. @throws ProtocolFault for another protocol or no type */
export function typeOfMessage(message: unknown): { type: string; message: JsonObject } {
  if (message === undefined) throw new ProtocolFault('Missing required field: message');
  if (!isJsonObject(message)) throw new ProtocolFault('Invalid field: message must be an object');
  if (message.protocol === undefined) throw new ProtocolFault('Missing required field: protocol');
  if (message.protocol !== PROTOCOL)
    throw new ProtocolFault(`Invalid protocol version: protocol must be "${PROTOCOL}"`);
  if (message.message_type === undefined) throw new ProtocolFault('Missing required field: message_type');
  if (typeof message.message_type !== 'string') throw new ProtocolFault('Invalid field: message_type must be a string');
  return { type: message.message_type, message };
}

function parse<T>(schema: z.ZodType<T>, message: JsonObject): T {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  if (issue && valueAt(message, issue.path) === undefined) throw new ProtocolFault(`Missing required field: ${path}`);
  throw new ProtocolFault(`Invalid field: ${path} ${issue?.message}`);
}

/** The value at a path of a message; undefined without one. */
function valueAt(message: JsonObject, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (isJsonObject(at) || Array.isArray(at) ? (at as JsonObject)[String(key)] : undefined),
    message,
  );
}

/** The second-precision time of a message, as league.md writes it. */
const messageTime = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');

/**
 * The conversation of a player in a fixture. Each player has its own, which only it and the referee know: a move that a
 * player sends by itself is accepted with it, so no other player can answer for it.
 */
export function conversationOf(fixture: { conversationId: string }, playerId: string): string {
  const hex = createHash('sha256').update(`${fixture.conversationId}|${playerId}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The answer to LEAGUE_REGISTER_REQUEST. */
export function registerResponse(
  request: { leagueId: string; conversationId: string },
  answer: { status: 'ACCEPTED' | 'REJECTED'; playerId: string | null; reason: string | null },
  at: Date,
): JsonObject {
  return {
    protocol: PROTOCOL,
    message_type: 'LEAGUE_REGISTER_RESPONSE',
    league_id: request.leagueId,
    conversation_id: request.conversationId,
    sender: 'league_manager',
    timestamp: messageTime(at),
    status: answer.status,
    player_id: answer.playerId,
    reason: answer.reason,
  };
}

/** What every message of the referee begins with. */
export interface RefereeEnvelope {
  leagueId: string;
  roundId: number;
  matchId: string;
  conversationId: string;
}

function fromReferee(type: string, envelope: RefereeEnvelope, at: Date): JsonObject {
  return {
    protocol: PROTOCOL,
    message_type: type,
    league_id: envelope.leagueId,
    round_id: envelope.roundId,
    match_id: envelope.matchId,
    conversation_id: envelope.conversationId,
    sender: 'referee',
    timestamp: messageTime(at),
  };
}

export interface GameConfig {
  game_type: string;
  rounds_to_win: number;
  max_rounds: number;
  time_limit_seconds: number;
}

export function gameStart(
  envelope: RefereeEnvelope,
  game: { config: GameConfig; players: { player_id: string; role: string }[] },
  at: Date,
): JsonObject {
  return { ...fromReferee('GAME_START', envelope, at), game_config: game.config, players: game.players };
}

export function moveRequest(
  envelope: RefereeEnvelope,
  move: { gameRound: number; gameState: JsonObject; timeLimitSeconds: number },
  at: Date,
): JsonObject {
  return {
    ...fromReferee('MOVE_REQUEST', envelope, at),
    game_round: move.gameRound,
    game_state: move.gameState,
    time_limit_seconds: move.timeLimitSeconds,
  };
}

/** A resolved round of even and odd, by player. */
export interface LeagueRound {
  game_round: number;
  moves: Record<string, number | null>;
  sum: number | null;
  sum_type: 'ODD' | 'EVEN' | null;
  round_winner: string | null;
  scores: Record<string, number>;
}

export function roundResult(envelope: RefereeEnvelope, round: LeagueRound, at: Date): JsonObject {
  return { ...fromReferee('ROUND_RESULT', envelope, at), ...round };
}

export function gameEnd(
  envelope: RefereeEnvelope,
  end: { finalScores: Record<string, number>; winner: string | null; matchPoints: Record<string, number> },
  at: Date,
): JsonObject {
  return {
    ...fromReferee('GAME_END', envelope, at),
    final_scores: end.finalScores,
    winner: end.winner,
    match_points: end.matchPoints,
  };
}
