import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import { publicOrigin } from '@/lib/core/public-origin';
import type { ShortListing, ToolDefinition } from '@/lib/core/tool';
import { registry, TOOLS } from '@/lib/tools';
import { mayCall } from '@/lib/tools/access';
import { groupOf, underscored } from '@/lib/tools/find';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import { keepResult } from '@/lib/transport/json-rpc';
import type { Endpoint } from './endpoint';
import { sdkToolsetsOf } from './sdk-toolsets';
import { shortInputSchema, shortOutputSchema } from './short-schema';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  icons?: { src: string }[];
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

/** A list is some 60 KB, and there are as many as scope sets in use. */
const MAX_CACHED_LISTS = 200;

function listed(tool: ToolDefinition): ListedTool {
  const { name, title, description, listed: fixed } = tool;
  return {
    name,
    title,
    description,
    ...(fixed ? {} : toolIcons(tool)),
    inputSchema: fixed?.input ?? shortInputSchema(inputSchemaOf(tool)),
    outputSchema: fixed?.output ?? shortOutputSchema(outputSchemaOf(tool)),
    annotations: fixed?.annotations ?? annotationsOf(tool),
    ...metaOf(tool),
  };
}

/**
 * The document that draws the answers of a tool, for hosts of MCP Apps. A tool whose listing a specification fixes has it only
 * for a client that declares MCP Apps.
 */
const metaOf = ({ drawnBy, listed: fixed }: ToolDefinition, showsApps = false) =>
  drawnBy && (showsApps || !fixed) ? { _meta: { ui: { resourceUri: drawnBy } } } : {};

/** The hints that say something else than the MCP specification assumes; of a tool that only reads it assumes nothing more. */
function annotationsOf({ hints }: ToolDefinition): Record<string, boolean> {
  const { readOnly = false, destructive = false, idempotent = false, openWorld = false } = hints;
  return {
    ...(readOnly ? { readOnlyHint: true } : {}),
    ...(destructive || readOnly ? {} : { destructiveHint: false }),
    ...(idempotent && !readOnly ? { idempotentHint: true } : {}),
    ...(openWorld ? {} : { openWorldHint: false }),
  };
}

/** The same for a model with little room: the texts and arguments that the toolset names, and no schema of answers. */
function listedShort(tool: ToolDefinition, { description, arguments: texts }: ShortListing): ListedTool {
  const whole = listed(tool);
  const { properties = {}, required } = whole.inputSchema as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const fields = Object.entries(texts).map(([name, text]) => {
    const { description: _, ...schema } = { description: '', ...properties[name] };
    return [name, text === '' ? schema : { ...schema, description: text }];
  });
  return {
    name: tool.name,
    title: tool.title,
    description,
    ...toolIcons(tool),
    inputSchema: { type: 'object', properties: Object.fromEntries(fields), ...(required ? { required } : {}) },
    annotations: annotationsOf(tool),
    ...metaOf(tool),
  };
}

function allListed(): ReadonlyMap<ToolDefinition, ListedTool> {
  return once('mcp.listed_tools', () => new Map(TOOLS.map((tool) => [tool, listed(tool)])));
}

/**
 * The tools that an endpoint shows this agent: those its scopes allow, in the fixed order.
 * @param showsApps whether the client declares MCP Apps
 */
export function toolsFor(endpoint: Endpoint, agent: AgentCaller, showsApps = false): ListedTool[] {
  const visibleTools: ListedTool[] = [];
  for (const [tool, whole] of allListed()) {
    if (!registry.serves(endpoint.toolsets, tool) || !mayCall(tool, agent)) continue;
    const short = registry.shortListing(endpoint.toolsets, tool);
    const entry = short ? listedShort(tool, short) : { ...whole, ...metaOf(tool, showsApps) };
    visibleTools.push(endpoint.underscoreNames ? { ...entry, name: underscored(entry.name) } : entry);
  }
  for (const { tools } of sdkToolsetsOf(endpoint)) {
    for (const { run: _, ...entry } of tools.values()) visibleTools.push(entry);
  }
  return visibleTools;
}

/** The scopes of a credential as part of a key; its set is read with the credential and stays the same object. */
const scopeKeys = new WeakMap<AgentCaller['scopes'], string>();

function scopeKeyOf({ scopes }: AgentCaller): string {
  let key = scopeKeys.get(scopes);
  if (key === undefined) {
    key = [...scopes].sort().join();
    scopeKeys.set(scopes, key);
  }
  return key;
}

/** The result of `tools/list`, kept ready for `rpcKeptResult`: made once for each endpoint and scope set. */
export function keptToolList(endpoint: Endpoint, agent: AgentCaller, showsApps = false): Buffer {
  const lists = once('mcp.tool_lists', () => new Map<string, Buffer>());
  const key = `${endpoint.toolsets.join()}|${endpoint.underscoreNames}|${scopeKeyOf(agent)}|${showsApps}`;
  const kept = lists.get(key);
  if (kept !== undefined) return kept;
  const json = JSON.stringify({ tools: toolsFor(endpoint, agent, showsApps) });
  const list = keepResult(endpoint.underscoreNames ? registry.inUnderscores(json) : json);
  if (lists.size >= MAX_CACHED_LISTS) lists.clear();
  lists.set(key, list);
  return list;
}

/** The picture in public/icons of each group of tools in the docs; a group without one shows none. */
const PICTURES: Readonly<Record<string, string>> = {
  experiences: 'catalog',
  experience: 'catalog',
  play: 'play',
  session: 'play',
  match: 'board',
  lobby: 'lobby',
  memory: 'memory',
  leaderboard: 'ranking',
  auth: 'person',
  profile: 'person',
  me: 'person',
  social: 'talk',
  credential: 'key',
  proxy: 'server',
  demand: 'calendar',
  events: 'bell',
  league: 'trophy',
  Dice: 'dice',
};

/** The icon of a tool. Without type and size: lists have a bound, and an SVG says both. */
function toolIcons(tool: ToolDefinition): { icons?: { src: string }[] } {
  const picture = PICTURES[groupOf(tool)] ?? (tool.toolset === 'games' ? 'board' : undefined);
  return picture === undefined ? {} : { icons: [{ src: `${publicOrigin()}/icons/${picture}.svg` }] };
}
