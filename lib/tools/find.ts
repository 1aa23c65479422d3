import type { ToolDefinition } from '@/lib/core/tool';
import { registry } from './index';

export { underscored } from './registry';

/** The heading under which the docs show a tool: the noun of its name, or its game. */
export function groupOf(tool: ToolDefinition): string {
  return tool.group ?? tool.name.split('.')[0] ?? tool.toolset;
}

/** Where REST answers a tool: at its own route, or at the one that every tool has. */
export function routeOf(tool: ToolDefinition): { method: string; path: string } {
  const [method = '', path = ''] = (tool.rest ?? `POST /tools/${tool.name}`).split(' ');
  return { method, path };
}

/** The tool of a wire name in either spelling, `lobby.join` or `lobby_join`. */
export function findTool(name: string): ToolDefinition | undefined {
  return registry.find(name);
}
