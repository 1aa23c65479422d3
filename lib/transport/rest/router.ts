import { once } from '@/lib/core/globals';
import type { ToolDefinition } from '@/lib/core/tool';
import { TOOLS } from '@/lib/tools';

export interface RouteMatch {
  tool: ToolDefinition;
  params: Record<string, string>;
}

interface Leaf {
  tool: ToolDefinition;
  names: string[];
}

/** One segment of the path. A fixed word wins over a parameter. */
interface Node {
  words: Map<string, Node>;
  parameter: Node | null;
  methods: Map<string, Leaf>;
}

const emptyNode = (): Node => ({ words: new Map(), parameter: null, methods: new Map() });

function tree(): Node {
  return once('rest.routes', () => {
    const root = emptyNode();
    for (const tool of TOOLS) if (tool.rest) plant(root, tool, tool.rest);
    return root;
  });
}

function plant(root: Node, tool: ToolDefinition, rest: string): void {
  const [method = '', path = ''] = rest.split(' ');
  const names: string[] = [];
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      node = node.words.get(segment) ?? grow(node.words, segment);
      continue;
    }
    names.push(name);
    node.parameter ??= emptyNode();
    node = node.parameter;
  }
  if (node.methods.has(method)) throw new Error(`Two tools have the route ${rest}.`);
  node.methods.set(method, { tool, names });
}

function grow(words: Map<string, Node>, segment: string): Node {
  const node = emptyNode();
  words.set(segment, node);
  return node;
}

/** The node of a path, trying fixed words first. */
function descend(node: Node, segments: readonly string[], at: number, values: string[]): Node | null {
  const segment = segments[at];
  if (segment === undefined) return node.methods.size > 0 ? node : null;
  const fixed = node.words.get(segment);
  const found = fixed ? descend(fixed, segments, at + 1, values) : null;
  if (found || !node.parameter || segment === '') return found;
  values.push(segment);
  const byParameter = descend(node.parameter, segments, at + 1, values);
  if (!byParameter) values.pop();
  return byParameter;
}

/**
 * The tool of an operation. `path` is the part below `/api`, still encoded. A known path with another method answers
 * the methods that it has.
 */
export function matchRoute(method: string, path: string): RouteMatch | { allow: string[] } | null {
  const segments = decodeSegments(path);
  const values: string[] = [];
  const node = segments && descend(tree(), segments, 0, values);
  if (!node) return null;
  const leaf = node.methods.get(method);
  if (!leaf) return { allow: [...node.methods.keys()] };
  return { tool: leaf.tool, params: Object.fromEntries(leaf.names.map((name, index) => [name, values[index] ?? ''])) };
}

function decodeSegments(path: string): string[] | null {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  const segments = bare.split('/').slice(1);
  if (!bare.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}
