import { isJsonObject } from '@/lib/core/json';
import { publicOrigin } from '@/lib/core/public-origin';
import { VERSION } from '@/lib/core/version';
import { sdkToolsetsOf } from './sdk-toolsets';
import { TASKS_EXTENSION } from './tasks';

/** The server's name in the handshake and in results. */
export const SERVER_INFO = { name: 'botplay', title: 'Botplay', version: VERSION };

/** What clients show of a server beside its name. */
interface ServerInfo {
  name: string;
  title: string;
  version: string;
  websiteUrl?: string;
  icons?: Icon[];
}

interface Icon {
  src: string;
  mimeType: string;
  sizes: string[];
}

/** The icon of the platform: of the server, its resources and its prompts. */
export const icons = (): Icon[] => [{ src: `${publicOrigin()}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }];

/** The names of league.md at the endpoints of the league alone. */
const LEAGUE_SERVERS: Readonly<Record<string, ServerInfo>> = {
  league: { name: 'league-manager', title: 'League manager', version: '1.0.0' },
  referee: { name: 'referee', title: 'Referee', version: '1.0.0' },
};

/** The server's name on an endpoint. */
export function serverInfoOf({ toolsets }: { toolsets: string[] }): ServerInfo {
  return (toolsets.length === 1 && LEAGUE_SERVERS[toolsets[0] ?? '']) || fullServerInfo();
}

/** The name with the website and the icon. */
export const fullServerInfo = (): ServerInfo => ({ ...SERVER_INFO, websiteUrl: publicOrigin(), icons: icons() });

/** Keys of `_meta` that the protocol reserves for itself. */
export const RESERVED_META_PREFIX = 'io.modelcontextprotocol/';

/** Newest version with a handshake; a client that asks for an unknown one gets this. */
export const LATEST_HANDSHAKE_VERSION = '2025-11-25';
export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The server's capabilities on an endpoint. Tasks are an extension that only the stateless revision has. */
export function capabilities(
  endpoint: { toolsets: string[] },
  revision: 'handshake' | 'stateless',
): Record<string, Record<string, unknown>> {
  return {
    tools: { listChanged: false },
    resources: { subscribe: true, listChanged: false },
    prompts: { listChanged: false },
    completions: {},
    ...(revision === 'stateless' ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
    ...Object.assign({}, ...sdkToolsetsOf(endpoint).map((toolset) => toolset.capabilities)),
  };
}

/** Whether the capabilities of a client name an extension. */
export const declaresExtension = (capabilities: unknown, name: string): boolean =>
  isJsonObject(capabilities) && isJsonObject(capabilities.extensions) && isJsonObject(capabilities.extensions[name]);
