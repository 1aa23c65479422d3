import { canonicalJson } from '@/lib/core/json';
import { sha256Hex } from '@/lib/core/rng';
import type { UpstreamTool } from '@/lib/gateway';

function comparable(tools: readonly UpstreamTool[]): UpstreamTool[] {
  return tools
    .map(({ name, description, inputSchema }) => ({
      name,
      description: description ?? '',
      inputSchema: inputSchema ?? null,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A hash of the names, descriptions and schemas of a server's tools. */
export function hashTools(tools: readonly UpstreamTool[]): string {
  return sha256Hex(canonicalJson(comparable(tools)));
}

/** The changes between two tool lists as one line; '' without changes. */
export function describeToolChanges(before: readonly UpstreamTool[], after: readonly UpstreamTool[]): string {
  const old = new Map(comparable(before).map((tool) => [tool.name, canonicalJson(tool)]));
  const now = new Map(comparable(after).map((tool) => [tool.name, canonicalJson(tool)]));
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const changed = [...now].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => name);
  const parts = [
    added.length > 0 ? `added ${added.join(', ')}` : '',
    removed.length > 0 ? `removed ${removed.join(', ')}` : '',
    changed.length > 0 ? `changed ${changed.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
