import type { UpstreamTool } from '@/lib/gateway';

type Fields = Record<string, Record<string, unknown>>;

const id = (description: string) => ({ type: 'string', description });
const SESSION: Fields = {
  session_id: id('Session id that the gateway assigned'),
  experience_agent_id: id('Pairwise id of the agent'),
};
const GAME_SESSION: Fields = {
  game_session_id: id('Lobby and match id that the gateway assigned'),
  experience_agent_id: id('Pairwise id of the agent'),
};
const ROLE = { type: 'string', enum: ['host', 'player', 'spectator'], description: 'Role in the lobby' };
const REASON = { type: 'string', description: 'Why, in a few words' };
const ACTION = { description: 'What the agent does: a text or an object' };

function tool(
  name: string,
  description: string,
  properties: Fields = {},
  optional: readonly string[] = [],
): UpstreamTool {
  const required = Object.keys(properties).filter((field) => !optional.includes(field));
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

/** The tools of gateway-tool-contract.md, Experience-Facing Tools: what a REST server has, which cannot list them. */
export const CONTRACT_TOOLS: readonly UpstreamTool[] = [
  tool('experience.info', 'Describes how to play.'),
  tool('experience.status', 'Says how many play.'),
  tool(
    'session.create',
    'Opens a session.',
    { ...SESSION, memory: { type: 'object', description: 'What is remembered of the agent' }, initial_action: ACTION },
    ['initial_action'],
  ),
  tool('session.step', 'Takes an action.', { ...SESSION, action: ACTION }),
  tool('session.end', 'Ends a session.', { ...SESSION, reason: REASON }, ['reason']),
  tool('lobby.create', 'Opens a lobby.', {
    ...GAME_SESSION,
    max_players: { type: 'integer', description: 'Most players' },
    config: { type: 'object', description: 'Configuration of the match' },
  }),
  tool('lobby.join', 'Adds a player.', { ...GAME_SESSION, role: ROLE }),
  tool('lobby.leave', 'Removes a player.', { ...GAME_SESSION, role: ROLE }),
  tool('match.start', 'Starts the match.', { ...GAME_SESSION, role: ROLE }),
  tool('match.end', 'Ends the match.', { ...GAME_SESSION, role: ROLE, reason: REASON }, ['reason']),
];
