import { jsonSchemaOf } from '@/lib/core/json-schema';
import type { ToolDefinition } from '@/lib/core/tool';

type JsonSchema = Record<string, unknown>;

/** The JSON Schema of a tool's arguments, as lists, docs and OpenAPI show it. */
export function inputSchemaOf(tool: ToolDefinition): JsonSchema {
  return tool.listed?.input ?? jsonSchemaOf(tool.input);
}

/** The JSON Schema of a tool's answer. */
export function outputSchemaOf(tool: ToolDefinition): JsonSchema {
  return tool.listed?.output ?? jsonSchemaOf(tool.output);
}
