import { isJsonObject, toStorable } from '@/lib/core/json';
import {
  type CallContext,
  cleanText,
  type ExperienceClient,
  findSchemaFault,
  isQuotableName,
  type UpstreamTool,
} from '@/lib/gateway';

/** The tools that a server lists, as they are stored: without schemas that cannot be used. `fault` names the first one. */
export async function listUsableTools(
  client: ExperienceClient,
  context: CallContext = {},
): Promise<{ tools: UpstreamTool[]; fault: string | null }> {
  const listed = toStorable(await client.listTools(context));
  return {
    tools: asStored(listed),
    fault: listed.map(inputSchemaFault).find((found) => found !== null) ?? null,
  };
}

/** The fault of a JSON Schema that cannot be used, as text; null when there is none, or no schema. */
export function schemaFault(schema: unknown): string | null {
  const fault = isJsonObject(schema) ? findSchemaFault(schema) : null;
  return fault && `${fault.path.join('.') || 'the schema'}: ${fault.message}`;
}

function inputSchemaFault({ name, inputSchema }: UpstreamTool): string | null {
  const fault = schemaFault(inputSchema);
  const of = isQuotableName(name) ? name : 'a tool';
  return fault && `The input schema of ${of} cannot be used and is not shown: ${cleanText(fault)}.`;
}

/** Listed tools as they are stored and hashed. */
export function asStored(listed: readonly UpstreamTool[]): UpstreamTool[] {
  return toStorable(listed).map(withoutUnusableSchema);
}

/** A tool without a schema that cannot be used. */
export function withoutUnusableSchema(tool: UpstreamTool): UpstreamTool {
  if (schemaFault(tool.inputSchema) === null) return tool;
  const { inputSchema: _unusable, ...rest } = tool;
  return rest;
}
