import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import type { JsonObject } from '@/lib/core/json';
import {
  readMoveResponse,
  readRegisterRequest,
  registerPlayer,
  registerResponse,
  takeMoveResponse,
  typeOfMessage,
  UnknownMessageType,
} from '@/lib/domain/leagues';

export { MESSAGE_METHOD, ProtocolFault, UnknownMessageType } from '@/lib/domain/leagues';

/** Who receives a message of league.v1. */
export type LeagueSystem = 'league' | 'referee';

/**
 * Takes a message that a player has sent by `protocol/message` and returns the result of the JSON-RPC answer.
 * Specification: league.md, League Protocol Messages; decisions.md, League.
 * @throws ProtocolFault (-32000) · UnknownMessageType (-32602)
 */
export async function receiveMessage(system: LeagueSystem, sent: unknown, caller: Caller): Promise<JsonObject> {
  const { type, message } = typeOfMessage(sent);
  if (system === 'league' && type === 'LEAGUE_REGISTER_REQUEST') return register(message, caller);
  if (system === 'referee' && type === 'MOVE_RESPONSE') {
    const agent = caller.kind === 'agent' ? caller : null;
    return { status: (await takeMoveResponse(readMoveResponse(message), agent)) === 'taken' ? 'ACCEPTED' : 'IGNORED' };
  }
  throw new UnknownMessageType(`Unknown message_type: ${type.slice(0, 100)}`);
}

async function register(message: JsonObject, caller: Caller): Promise<JsonObject> {
  const { league_id, conversation_id, player_meta } = readRegisterRequest(message);
  const answer = await registerPlayer({
    caller,
    leagueId: league_id,
    displayName: player_meta.display_name,
    version: player_meta.version,
    gameTypes: player_meta.game_types,
    endpoint: player_meta.contact_endpoint,
  });
  return registerResponse({ leagueId: league_id, conversationId: conversation_id }, answer, now());
}
