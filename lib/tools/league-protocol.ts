import { z } from 'zod';
import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import type { ErrorCode } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { defineTool } from '@/lib/core/tool';
import {
  chooseLeague,
  ForeignMessage,
  readMoveResponse,
  readRegisterRequest,
  registerResponse,
  takeMoveResponse,
  typeOfMessage,
  UnknownMessageType,
} from '@/lib/domain/leagues';
import { answerLimit, type LeagueSystem, limitLeagueRequest } from '@/lib/domain/limits';
import { registerPlayerTool, scopeInProduction } from './league';
import { runTool, type ToolCall } from './run';

export { MESSAGE_METHOD, ProtocolFault, UnknownMessageType } from '@/lib/domain/leagues';

/** A message of a player, who sends it and how it came. */
interface Received {
  message: JsonObject;
  caller: Caller;
  call: ToolCall;
}

/** What a type of message does, and who receives it. Its handler acts by `runTool` alone. */
interface MessageType {
  system: LeagueSystem;
  /** The tool that the message calls. */
  tool: string;
  read(message: JsonObject): unknown;
  receive(received: Received): Promise<JsonObject>;
}

/** make_move of a player that has an endpoint: the match, the round and the player are those of the message. */
const moveMessageTool = defineTool({
  name: 'make_move',
  title: 'Make a move by a message',
  description: 'A MOVE_RESPONSE that a player sends to the referee by itself.',
  toolset: 'referee',
  limit: answerLimit,
  scope: scopeInProduction('session:write'),
  source: 'league.md, MOVE_RESPONSE',
  input: z.looseObject({}),
  output: z.strictObject({ status: z.enum(['ACCEPTED', 'IGNORED']) }),
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
  hints: {},
  examples: [],
  asksInDomain: true,
  async run({ caller, signal }, input) {
    const answer = await takeMoveResponse(readMoveResponse(input as JsonObject), { caller, signal });
    return { status: answer === 'taken' ? ('ACCEPTED' as const) : ('IGNORED' as const) };
  },
});

/** Every message that players send by themselves. Specification: league.md, League Protocol Messages. */
export const MESSAGE_TYPES: Readonly<Record<string, MessageType>> = {
  LEAGUE_REGISTER_REQUEST: {
    system: 'league',
    tool: registerPlayerTool.name,
    read: readRegisterRequest,
    receive: register,
  },
  MOVE_RESPONSE: { system: 'referee', tool: moveMessageTool.name, read: readMoveResponse, receive: move },
};

/**
 * Takes a message that a player has sent by `protocol/message` and returns the result of the JSON-RPC answer. The message is
 * a call of a tool: scope, stop, approval, limits and activity are those of the tool.
 * Specification: league.md, League Protocol Messages; decisions.md, League.
 * @throws ProtocolFault (-32000) · UnknownMessageType (-32602) · the AppError of the tool
 */
export async function receiveMessage(
  system: LeagueSystem,
  sent: unknown,
  caller: Caller,
  call: ToolCall,
): Promise<JsonObject> {
  const { message, receive } = await readMessage(system, sent).catch(async (fault: unknown) => {
    // It is refused before a tool counts it.
    await limitLeagueRequest(system, caller, (sent ?? undefined) as object | undefined);
    throw fault;
  });
  return receive({ message, caller, call });
}

async function readMessage(system: LeagueSystem, sent: unknown): Promise<MessageType & { message: JsonObject }> {
  const { type, message } = typeOfMessage(sent);
  const handler = Object.hasOwn(MESSAGE_TYPES, type) ? MESSAGE_TYPES[type] : undefined;
  if (handler?.system !== system) throw new UnknownMessageType(`Unknown message_type: ${type.slice(0, 100)}`);
  handler.read(message);
  return { ...handler, message };
}

/** Refusals of the sender, which a registration answers as the league does: REJECTED with the reason. */
const ANSWERED_AS_REJECTED: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

async function register({ message, caller, call }: Received): Promise<JsonObject> {
  const { league_id, conversation_id, player_meta } = readRegisterRequest(message);
  const { display_name: player_name, version, game_types, contact_endpoint: endpoint } = player_meta;
  // An unknown id means the open league: the answer names the one that the player is in.
  const leagueId = await chooseLeague(league_id);
  const input = { player_name, endpoint, version, league_id: leagueId, game_types };
  const outcome = await runTool(registerPlayerTool, input, caller, call);
  const respond = (answer: Parameters<typeof registerResponse>[1]) =>
    registerResponse({ leagueId, conversationId: conversation_id }, answer, now());
  if (!outcome.ok) {
    if (!ANSWERED_AS_REJECTED.has(outcome.error.code)) throw outcome.error;
    return respond({ status: 'REJECTED', playerId: null, reason: outcome.error.message });
  }
  const { status, player_id, reason = null } = registerPlayerTool.output.parse(outcome.value);
  return respond({ status, playerId: player_id, reason });
}

async function move({ message, caller, call }: Received): Promise<JsonObject> {
  const outcome = await runTool(moveMessageTool, message, caller, call);
  if (!outcome.ok) {
    if (outcome.error instanceof ForeignMessage) await limitLeagueRequest('referee', caller, message);
    throw outcome.error;
  }
  return moveMessageTool.output.parse(outcome.value);
}
