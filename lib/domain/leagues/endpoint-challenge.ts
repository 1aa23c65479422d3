import { isJsonObject } from '@/lib/core/json';
import { callPeer } from '@/lib/gateway';

const CHALLENGE_MS = 5_000;
/** The tool of league.md, Player Tools, that every player lists. */
const PLAYER_TOOL = 'make_move';

/**
 * Asks an endpoint for its tools, with an id that it cannot know. Only a player of the league protocol answers the id and
 * lists make_move, so the referee cannot be made to call a server that is none. Returns why it is none, or null.
 * Decision: docs/decisions/0191-endpoints-of-players.md.
 */
export async function findEndpointFault(endpoint: string): Promise<string | null> {
  const answer = await callPeer(endpoint, { method: 'tools/list', params: {}, timeoutMs: CHALLENGE_MS });
  if (answer.kind !== 'result') return `endpoint: tools/list was not answered. ${answer.detail}`;
  const tools = isJsonObject(answer.result) && Array.isArray(answer.result.tools) ? answer.result.tools : [];
  const isPlayer = tools.some((tool) => isJsonObject(tool) && tool.name === PLAYER_TOOL);
  return isPlayer ? null : `endpoint: tools/list does not name ${PLAYER_TOOL}, so this is no player of the league.`;
}
