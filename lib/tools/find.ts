import { once } from '@/lib/core/globals';
import type { ToolDefinition } from '@/lib/core/tool';
import { TOOLS } from './index';

/** The spelling for clients that refuse dots. */
export function underscored(name: string): string {
  return name.replaceAll('.', '_');
}

/** What the tools of one thing are shown under: the noun of their names, or their game. */
export function groupOf(tool: ToolDefinition): string {
  return tool.group ?? tool.name.split('.')[0] ?? tool.toolset;
}

/** Where REST answers a tool: its own route, or the one that any tool has. */
export function routeOf(tool: ToolDefinition): { method: string; path: string } {
  const [method = '', path = ''] = (tool.rest ?? `POST /tools/${tool.name}`).split(' ');
  return { method, path };
}

function byName(): Map<string, ToolDefinition> {
  return once('tools.by_name', () => {
    const map = new Map<string, ToolDefinition>();
    for (const tool of TOOLS) {
      map.set(underscored(tool.name), tool);
      map.set(tool.name, tool);
    }
    return map;
  });
}

/** The tool of a wire name in either spelling, `lobby.join` or `lobby_join`. */
export function findTool(name: string): ToolDefinition | undefined {
  return byName().get(name);
}
