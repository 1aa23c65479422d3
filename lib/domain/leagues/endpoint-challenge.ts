import { isJsonObject } from '@/lib/core/json';
import { callPeer, isAgentCardUrl, readAgentCard } from '@/lib/gateway';

const CHALLENGE_MS = 5_000;
/** The tool of league.md, Player Tools, that every player lists. */
const PLAYER_TOOL = 'make_move';

/** Where an endpoint may name its agent, so that no other agent can register it. */
const AGENT_KEY = 'botplay/agent_id';

/** What an endpoint says to the agent that registers it. */
export type EndpointClaim = { fault: string } | { fault: null; isProved: boolean };

/**
 * Asks an endpoint for its tools, with an id that it cannot know. Only a player of the league protocol answers the id and
 * lists make_move, so the referee cannot be made to call a server that is none. An endpoint that names an agent in `_meta`
 * belongs to that agent.
 * Decision: docs/decisions/0038-identity-and-messages-in-leagues.md.
 */
export async function challengeEndpoint(
  endpoint: string,
  agentId: string,
  timeoutMs = CHALLENGE_MS,
): Promise<EndpointClaim> {
  if (isAgentCardUrl(endpoint)) return readCardClaim(endpoint, agentId);
  const answer = await callPeer(endpoint, { method: 'tools/list', paramsJson: '{}', timeoutMs });
  if (answer.kind !== 'result') return { fault: `endpoint: tools/list was not answered. ${answer.detail}` };
  const result = isJsonObject(answer.result) ? answer.result : {};
  const tools = Array.isArray(result.tools) ? result.tools : [];
  if (!tools.some((tool) => isJsonObject(tool) && tool.name === PLAYER_TOOL))
    return { fault: `endpoint: tools/list does not name ${PLAYER_TOOL}, so this is no player of the league.` };
  const named = isJsonObject(result._meta) ? result._meta[AGENT_KEY] : undefined;
  return claimOf(named, agentId, `its ${AGENT_KEY}`);
}

/** What follows from the agent that an endpoint names, if it names one. */
function claimOf(named: unknown, agentId: string, where: string): EndpointClaim {
  if (named !== undefined && named !== agentId) return { fault: `endpoint: ${where} names another agent than yours.` };
  return { fault: null, isProved: named === agentId };
}

/** The extension of an agent's card by which it says that it plays, and whose it is: `params.agent_id`. */
export const LEAGUE_EXTENSION = 'urn:botplay:league.v1';

/** An agent of A2A says in its card that it plays in leagues. */
async function readCardClaim(address: string, agentId: string): Promise<EndpointClaim> {
  const read = await readAgentCard(address);
  if ('fault' in read) return { fault: `endpoint: ${read.fault}` };
  const extension = read.card.extensions.get(LEAGUE_EXTENSION);
  if (!extension) return { fault: `endpoint: the card does not name the extension ${LEAGUE_EXTENSION}.` };
  return claimOf(extension.agent_id, agentId, `the card's ${LEAGUE_EXTENSION}`);
}
