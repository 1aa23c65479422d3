import type { OwnerOperation, ToolDefinition } from '@/lib/core/tool';
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

/** Where REST answers an operation of owners, from the root. */
export function operationRouteOf({ rest, restRoot }: OwnerOperation): { method: string; path: string } {
  const [method = '', path = ''] = rest.split(' ');
  return { method, path: `${restRoot ?? '/api'}${path}` };
}

/** The names of the arguments in a path: `agent_id` of `/agents/{agent_id}`. */
export function pathNamesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** The tool of a wire name in either spelling, `lobby.join` or `lobby_join`. */
export function findTool(name: string): ToolDefinition | undefined {
  return registry.find(name);
}
