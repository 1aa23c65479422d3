import { ERRORS, type ErrorCode } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { ToolDefinition } from '@/lib/core/tool';
import { registry, TOOLS } from '@/lib/tools';
import { scopeText } from '@/lib/tools/access';
import { groupOf, underscored } from '@/lib/tools/find';
import { describedInputOf, outputSchemaOf } from '@/lib/tools/schemas';

/** A tool as the docs show it: everything from its one definition, as plain JSON. */
export interface ToolPage {
  name: string;
  /** The name that `?names=underscore` lists. */
  underscored: string;
  /** The tools of one noun, or of one game, are shown together. */
  noun: string;
  title: string;
  description: string;
  /** Where MCP serves it: `/mcp`, `/mcp/games`. */
  endpoint: string;
  scope: string;
  /** REST operation, `/api` included; null when only POST /api/tools/{name} reaches it. */
  rest: { method: string; path: string; status: number } | null;
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  source: string;
  input: Record<string, unknown>;
  output: Record<string, unknown>;
  errors: { code: ErrorCode; http: number; retryable: boolean; hint: string }[];
  examples: unknown[];
}

function restOf(tool: ToolDefinition): ToolPage['rest'] {
  if (tool.rest === undefined) return null;
  const [method = '', path = ''] = tool.rest.split(' ');
  return { method, path: `/api${path}`, status: tool.restStatus ?? 200 };
}

function describe(tool: ToolDefinition): ToolPage {
  const { readOnly = false, destructive = false, idempotent = readOnly } = tool.hints;
  return {
    name: tool.name,
    underscored: underscored(tool.name),
    noun: groupOf(tool),
    title: tool.title,
    description: tool.description,
    endpoint: registry.toolset(tool.toolset)?.isDefault ? '/mcp' : `/mcp/${tool.toolset}`,
    scope: scopeText(tool),
    rest: restOf(tool),
    readOnly,
    destructive,
    idempotent,
    source: tool.source,
    input: describedInputOf(tool),
    output: outputSchemaOf(tool),
    errors: tool.errors.map((code) => ({ code, ...ERRORS[code] })),
    examples: [...tool.examples],
  };
}

/** Every tool for the docs pages, in the order of the registry; made once. */
export function describeTools(): readonly ToolPage[] {
  return once('docs.tools', () => TOOLS.map(describe));
}

/** The page of one tool, by either spelling of its name. */
export function describeTool(name: string): ToolPage | null {
  return describeTools().find((tool) => tool.name === name || tool.underscored === name) ?? null;
}
