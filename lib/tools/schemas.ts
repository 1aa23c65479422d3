import { jsonSchemaOf } from '@/lib/core/json-schema';
import type { ToolDefinition } from '@/lib/core/tool';

/** What has schemas: a tool, or an operation of owners. */
type Declared = Pick<ToolDefinition, 'input' | 'output' | 'listed'>;

type JsonSchema = Record<string, unknown>;

/** The JSON Schema of a tool's arguments, as lists, docs and OpenAPI show it. */
export function inputSchemaOf(tool: Declared): JsonSchema {
  return tool.listed?.input ?? jsonSchemaOf(tool.input);
}

/**
 * The same for people: where a specification fixes the schema and leaves a field unexplained, with the description of the
 * schema that checks calls.
 */
export function describedInputOf(tool: ToolDefinition): JsonSchema {
  const { listed } = tool;
  if (!listed) return inputSchemaOf(tool);
  const described = propertiesOf(jsonSchemaOf(tool.input));
  const properties = Object.entries(propertiesOf(listed.input)).map(([name, field]) => {
    const description = field.description ?? described[name]?.description;
    return [name, description === undefined ? field : { ...field, description }] as const;
  });
  return { ...listed.input, properties: Object.fromEntries(properties) };
}

const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema.properties ?? {}) as Record<string, JsonSchema>;

/** The JSON Schema of a tool's answer. */
export function outputSchemaOf(tool: Declared): JsonSchema {
  return tool.listed?.output ?? jsonSchemaOf(tool.output);
}
