import { LRUCache } from 'lru-cache';
import type { AgentCaller } from '@/lib/core/caller';
import type { ToolDefinition } from '@/lib/core/tool';
import { registry } from '@/lib/tools';
import { findTool } from '@/lib/tools/find';
import type { WireRequest } from '@/lib/transport/http/wire';
import { sdkToolsets } from './sdk-toolsets';

/** Which toolsets a URL serves, and how it spells the names of their tools. */
export interface Endpoint {
  toolsets: string[];
  /** `_` for `.` in listed names: some clients refuse dots. */
  underscoreNames: boolean;
}

/** An authenticated request and the endpoint that it addresses. */
export interface McpExchange {
  request: WireRequest;
  endpoint: Endpoint;
  agent: AgentCaller;
}

/** 2024-11-05 to 2025-11-25 open a session by a handshake; in 2026-07-28 every request is independent. */
export type Revision = 'handshake' | 'stateless';

/** What differs between revisions and between sessions. */
export interface ServerProfile {
  agent: AgentCaller;
  endpoint: Endpoint;
  revision: Revision;
  /** Where the request came from, for the audit; '' for a session that lasts longer than a request. */
  address: string;
  /** Present where subscriptions belong to a session. */
  subscriptions?: { subscribe(uri: string): Promise<void>; unsubscribe(uri: string): Promise<void> };
}

/** Every toolset that can be served, those of plain `/mcp` first. */
const served = () => [...registry.toolsets, ...sdkToolsets()];

/** The text of a 404: the endpoints that exist. */
export function noSuchEndpoint(): string {
  const others = registry.toolsets.filter(({ isDefault }) => !isDefault);
  const paths = ['/mcp', ...others.map(({ name }) => `/mcp/${name}`)];
  return `Unknown MCP endpoint. Use ${paths.join(', ')}, or /mcp?toolsets=gateway,… for several toolsets.`;
}

/** URLs are chosen by callers, also before they are authenticated: those of real clients stay cached, because they are used. */
const endpoints = new LRUCache<string, Endpoint>({ max: 1000 });
/** Longer URLs are read at each call. */
const MAX_CACHED_URL_LENGTH = 500;

/**
 * `/mcp` serves the default toolsets, `/mcp/<toolset>` one and `/mcp?toolsets=a,b` several; `?names=underscore` changes
 * the listed names. Null when a toolset is unknown. Specification: interface.md, MCP.
 */
export function readEndpoint(url: string): Endpoint | null {
  const cached = endpoints.get(url);
  if (cached !== undefined) return cached;
  const endpoint = parse(url);
  if (endpoint && url.length <= MAX_CACHED_URL_LENGTH) endpoints.set(url, endpoint);
  return endpoint;
}

function parse(url: string): Endpoint | null {
  // A path that begins with two slashes would be read as one of another host.
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  const [, root, ...rest] = pathname.replace(/\/$/, '').split('/');
  if (root !== 'mcp' || rest.length > 1) return null;
  const toolsets = toolsetsOf(rest[0] ?? null, searchParams.get('toolsets'));
  return toolsets && { toolsets, underscoreNames: searchParams.get('names') === 'underscore' };
}

function toolsetsOf(segment: string | null, query: string | null): string[] | null {
  const all = served();
  if (segment === null && query === null) return all.filter(({ isDefault }) => isDefault).map(({ name }) => name);
  const wanted = segment === null ? (query ?? '').split(',') : [segment];
  const names = all.map(({ name }) => name).filter((name) => wanted.includes(name));
  return wanted.every((name) => names.includes(name)) ? names : null;
}

/** The tool of a wire name that an endpoint serves, in either spelling. */
export function findServedTool({ toolsets }: Pick<Endpoint, 'toolsets'>, name: unknown): ToolDefinition | undefined {
  const tool = typeof name === 'string' ? findTool(name) : undefined;
  if (tool === undefined) return undefined;
  const isServed = registry.serves(toolsets, tool) || tool.isServedEverywhere || registry.callsOthersWith(toolsets);
  return isServed ? tool : undefined;
}

/** What clients show the model when a session opens: how to use the tools of this endpoint. */
export function instructionsOf({ toolsets, underscoreNames }: Endpoint): string {
  const text = registry.toolsets
    .filter(({ name }) => toolsets.includes(name))
    .map(({ instructions }) => instructions)
    .join('\n\n');
  return underscoreNames ? registry.inUnderscores(text) : text;
}
