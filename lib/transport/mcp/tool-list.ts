import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import type { ToolDefinition } from '@/lib/core/tool';
import { TOOLS } from '@/lib/tools';
import { mayCall } from '@/lib/tools/access';
import { underscored } from '@/lib/tools/find';
import { inputSchemaOf, outputSchemaOf } from '@/lib/tools/schemas';
import type { Endpoint } from './endpoint';
import { sdkToolsetsOf } from './sdk-toolsets';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

/** A list is some 60 KB, and there are as many as scope sets in use. */
const MAX_CACHED_LISTS = 200;

function listed(tool: ToolDefinition): ListedTool {
  const { readOnly = false, destructive = false, idempotent = readOnly, openWorld = false } = tool.hints;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    outputSchema: outputSchemaOf(tool),
    annotations: tool.listed?.annotations ?? {
      title: tool.title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}

function allListed(): ReadonlyMap<ToolDefinition, ListedTool> {
  return once('mcp.listed_tools', () => new Map(TOOLS.map((tool) => [tool, listed(tool)])));
}

/** The tools that an endpoint shows this agent: those its scopes allow, in the fixed order. */
export function toolsFor(endpoint: Endpoint, agent: AgentCaller): ListedTool[] {
  const shown: ListedTool[] = [];
  for (const [tool, entry] of allListed()) {
    if (!endpoint.toolsets.includes(tool.toolset) || !mayCall(tool, agent)) continue;
    shown.push(endpoint.underscoreNames ? { ...entry, name: underscored(entry.name) } : entry);
  }
  for (const { tools } of sdkToolsetsOf(endpoint)) {
    for (const { run: _, ...entry } of tools.values()) shown.push(entry);
  }
  return shown;
}

/** The result of `tools/list` as JSON text, cached by endpoint and scope set. */
export function toolListJson(endpoint: Endpoint, agent: AgentCaller): string {
  const lists = once('mcp.tool_lists', () => new Map<string, string>());
  const key = `${endpoint.toolsets.join()}|${endpoint.underscoreNames}|${[...agent.scopes].sort().join()}`;
  const cached = lists.get(key);
  if (cached !== undefined) return cached;
  const text = JSON.stringify({ tools: toolsFor(endpoint, agent) });
  if (lists.size >= MAX_CACHED_LISTS) lists.clear();
  lists.set(key, text);
  return text;
}
