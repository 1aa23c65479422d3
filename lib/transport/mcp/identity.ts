import type { Endpoint } from './endpoint';
import { sdkToolsetsOf } from './sdk-toolsets';

/** The server's name in the handshake and in results. */
export const SERVER_INFO = { name: 'botplay', title: 'Botplay', version: '0.1.0' };

/** The names of league.md at the endpoints of the league alone. */
const LEAGUE_SERVERS: Readonly<Record<string, { name: string; title: string; version: string }>> = {
  league: { name: 'league-manager', title: 'League manager', version: '1.0.0' },
  referee: { name: 'referee', title: 'Referee', version: '1.0.0' },
};

/** The server's name on an endpoint. */
export function serverInfoOf({ toolsets }: Pick<Endpoint, 'toolsets'>): typeof SERVER_INFO {
  return (toolsets.length === 1 && LEAGUE_SERVERS[toolsets[0] ?? '']) || SERVER_INFO;
}

/** Keys of `_meta` that the protocol reserves for itself. */
export const RESERVED_META_PREFIX = 'io.modelcontextprotocol/';

/** Newest version with a handshake; a client that asks for an unknown one gets this. */
export const LATEST_HANDSHAKE_VERSION = '2025-11-25';
export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The server's capabilities on an endpoint. */
export function capabilities(endpoint: Pick<Endpoint, 'toolsets'>): Record<string, Record<string, unknown>> {
  return {
    tools: { listChanged: false },
    resources: { subscribe: true, listChanged: false },
    prompts: { listChanged: false },
    completions: {},
    ...Object.assign({}, ...sdkToolsetsOf(endpoint).map((toolset) => toolset.capabilities)),
  };
}
