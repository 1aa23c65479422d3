import { isJsonObject } from '@/lib/core/json';
import { registry } from '@/lib/tools';
import { findTool } from '@/lib/tools/find';
import type { Endpoint } from './endpoint';

/** Members of answers that hold a call to make: `{ tool, arguments, … }`. */
const CALLS = new Set(['call', 'end_with', 'next', 'next_action', 'start']);
/** Members with the words of experiences and of other agents: they stay as they are. */
const FOREIGN_MEMBERS = new Set(['content', 'data', 'experience_response', 'memory', 'owner_memory', 'upstream']);

/**
 * The JSON of an answer as an endpoint shows it: where the endpoint makes calls of other tools with one tool, the calls that the
 * answer suggests are calls of tools that the endpoint lists. Elsewhere the same text.
 */
export function offerSuggestedCalls(json: string, { toolsets }: Pick<Endpoint, 'toolsets'>): string {
  const caller = registry.callsOthersWith(toolsets);
  if (caller === null || !json.includes('"tool":')) return json;
  const isListed = (name: string) => {
    const tool = findTool(name);
    return tool === undefined || registry.serves(toolsets, tool);
  };
  const adapt = (value: unknown, key: string): unknown => {
    if (FOREIGN_MEMBERS.has(key)) return value;
    if (Array.isArray(value)) return value.map((entry) => adapt(entry, key));
    if (!isJsonObject(value)) return value;
    if (CALLS.has(key) && typeof value.tool === 'string') {
      if (isListed(value.tool)) return value;
      const { tool, arguments: args = {}, ...rest } = value;
      return { tool: caller, arguments: { tool, arguments: args }, ...rest };
    }
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, adapt(part, name)]));
  };
  return JSON.stringify(adapt(JSON.parse(json), ''));
}
