import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  McpServer,
  Prompt,
  ReadResourceResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import { once } from '@/lib/core/globals';

export type SdkToolResult = CallToolResult | InputRequiredResult;

/** A tool that uses the SDK's context while it runs: it logs, reports progress or asks the client for input. */
export interface SdkTool {
  name: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  run(context: ServerContext, input: Record<string, unknown>): SdkToolResult | Promise<SdkToolResult>;
}

/** A toolset of such tools, with resources and prompts. It is served by the SDK alone: not by REST, and not audited. */
export interface SdkToolset {
  name: string;
  /** Also served by plain `/mcp`. */
  isDefault?: boolean;
  tools: ReadonlyMap<string, SdkTool>;
  resources: readonly { uri: string; name: string; title: string; description: string; mimeType: string }[];
  resourceTemplates: readonly {
    uriTemplate: string;
    name: string;
    title: string;
    description: string;
    mimeType: string;
  }[];
  /** Null for a URI of another toolset. */
  readResource(uri: string): ReadResourceResult | null;
  prompts: readonly Prompt[];
  /** Null for a name of another toolset. */
  getPrompt(
    context: ServerContext,
    name: string,
    values: Record<string, string>,
  ): GetPromptResult | InputRequiredResult | null;
  /** Server capabilities beside those of every endpoint. */
  capabilities: Record<string, Record<string, unknown>>;
  /** Checks the state that a client carries between two rounds of a call. */
  verifyState(state: string, context: ServerContext): Promise<unknown>;
}

function added(): SdkToolset[] {
  return once('mcp.sdk_toolsets', () => []);
}

/** Adds a toolset; call it at start. */
export function addSdkToolset(toolset: SdkToolset): void {
  if (!added().some(({ name }) => name === toolset.name)) added().push(toolset);
}

/** What an endpoint serves, by the names of toolsets. */
interface Served {
  toolsets: readonly string[];
}

/** Every SDK toolset of this process. */
export function sdkToolsets(): readonly SdkToolset[] {
  return added();
}

/** The SDK toolsets that an endpoint serves. */
export function sdkToolsetsOf({ toolsets }: Served): readonly SdkToolset[] {
  const all = added();
  return all.length === 0 ? all : all.filter(({ name }) => toolsets.includes(name));
}

/** The SDK tool of a name that an endpoint serves. */
export function findSdkTool(endpoint: Served, name: unknown): SdkTool | undefined {
  if (typeof name !== 'string') return undefined;
  for (const { tools } of sdkToolsetsOf(endpoint)) {
    const tool = tools.get(name);
    if (tool) return tool;
  }
  return undefined;
}

/** The SDK finds arguments that travel as headers only in the schemas that it is given here. */
export function declareInputSchemas(server: McpServer, endpoint: Served): void {
  if (sdkToolsetsOf(endpoint).length > 0)
    server.toolInputSchemaJson = (name) => findSdkTool(endpoint, name)?.inputSchema;
}
