import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import { jsonSchemaOf } from '@/lib/core/json-schema';
import type { ToolDefinition } from '@/lib/core/tool';
import { mayCall, TOOLS } from '@/lib/tools';
import { underscored } from '@/lib/tools/find';
import { fixtureTools, hasFixtures } from './conformance';
import type { Endpoint } from './endpoint';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

/** Lists kept; a list is some 60 KB and there are as many as scope sets in use. */
const CAPACITY = 200;

function listed(tool: ToolDefinition): ListedTool {
  const { readOnly = false, destructive = false, idempotent = readOnly, openWorld = false } = tool.hints;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchemaOf(tool.input),
    outputSchema: jsonSchemaOf(tool.output),
    annotations: {
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
  return hasFixtures(endpoint) ? [...shown, ...fixtureTools()] : shown;
}

/** The result of `tools/list` as JSON text, made once for each endpoint and scope set. */
export function toolListJson(endpoint: Endpoint, agent: AgentCaller): string {
  const lists = once('mcp.tool_lists', () => new Map<string, string>());
  const key = `${endpoint.toolsets.join()}|${endpoint.underscoreNames}|${[...agent.scopes].sort().join()}`;
  const made = lists.get(key);
  if (made !== undefined) return made;
  const text = JSON.stringify({ tools: toolsFor(endpoint, agent) });
  if (lists.size >= CAPACITY) lists.clear();
  lists.set(key, text);
  return text;
}
