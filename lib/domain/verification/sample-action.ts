import { isJsonObject } from '@/lib/core/json';

const MAX_DEPTH = 6;

/** A value that a JSON Schema accepts, by its common keywords. */
function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return 'verify';
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  for (const list of [schema.oneOf, schema.anyOf, schema.allOf]) {
    if (Array.isArray(list) && list.length > 0) return sampleOf(list[0], depth + 1);
  }
  return sampleOfType(schema, depth);
}

function sampleOfType(schema: Record<string, unknown>, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(schema.items, depth + 1)];
    case 'string':
      return 'verify';
    default:
      return isJsonObject(schema.properties) ? sampleObject(schema, schema.properties, depth) : 'verify';
  }
}

function sampleObject(schema: Record<string, unknown>, properties: Record<string, unknown>, depth: number): unknown {
  const required = Array.isArray(schema.required) ? schema.required : Object.keys(properties);
  const names = new Set(
    required.filter((name): name is string => typeof name === 'string' && Object.hasOwn(properties, name)),
  );
  return Object.fromEntries([...names].map((name) => [name, sampleOf(properties[name], depth + 1)]));
}

/**
 * An action for the trial step: the first legal move that the opening answer names, else what the action schema
 * accepts, else a word. Actions are texts or objects.
 */
export function sampleAction(opening: unknown, actionSchema: unknown): unknown {
  const moves = isJsonObject(opening) ? opening.legal_moves : undefined;
  const action = Array.isArray(moves) && moves.length > 0 ? moves[0] : sampleOf(actionSchema);
  return typeof action === 'string' || isJsonObject(action) ? action : JSON.stringify(action);
}
