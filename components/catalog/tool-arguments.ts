/** An input for one argument of a tool. Its value is a text; an empty one leaves the argument out. */
export interface ArgumentField {
  name: string;
  input: 'text' | 'number' | 'choice' | 'json';
  /** Of a choice: JSON texts. */
  options: readonly string[];
  isRequired: boolean;
  description: string | null;
  initial: string;
}

type Schema = Record<string, unknown>;

/** Texts by argument: values of inputs, or their faults. A map, because a server may name an argument `__proto__`. */
export type ArgumentTexts = ReadonlyMap<string, string>;

/** More inputs than this are harder to read than JSON. */
const MAX_FIELDS = 40;
const NUMBERS = new Set(['number', 'integer']);

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The only type of a schema besides null; undefined when there are several or none. */
function singleType({ type }: Schema): unknown {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

function optionsOf(schema: Schema): string[] | null {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  return singleType(schema) === 'boolean' ? ['true', 'false'] : null;
}

function inputOf(schema: Schema): ArgumentField['input'] {
  if (optionsOf(schema) !== null) return 'choice';
  const type = singleType(schema);
  if (type === 'string') return 'text';
  return NUMBERS.has(String(type)) ? 'number' : 'json';
}

function initialOf(schema: Schema, input: ArgumentField['input']): string {
  if (schema.default === undefined) return '';
  if (input === 'text') return typeof schema.default === 'string' ? schema.default : '';
  return JSON.stringify(schema.default);
}

/**
 * The inputs for a tool by its JSON Schema: text, number and choice for flat arguments, JSON for every other. Null for a
 * schema without named arguments: those are written as one JSON object.
 */
export function argumentFields(inputSchema: unknown): ArgumentField[] | null {
  if (!isSchema(inputSchema) || !isSchema(inputSchema.properties)) return null;
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const entries = Object.entries(inputSchema.properties);
  if (entries.length === 0 || entries.length > MAX_FIELDS) return null;
  return entries.map(([name, given]) => {
    const schema = isSchema(given) ? given : {};
    const input = inputOf(schema);
    return {
      name,
      input,
      options: optionsOf(schema) ?? [],
      isRequired: required.includes(name),
      description: typeof schema.description === 'string' ? schema.description : null,
      initial: initialOf(schema, input),
    };
  });
}

function readValue({ input }: ArgumentField, text: string): { value: unknown } | { fault: string } {
  if (input === 'text') return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    return input === 'number' && typeof value !== 'number' ? { fault: 'Write a number.' } : { value };
  } catch {
    return {
      fault: input === 'number' ? 'Write a number.' : 'Write JSON: "text", 5, true, [1, 2] or {"key": "value"}.',
    };
  }
}

/** The arguments that the inputs say, or the fault of each input. Empty inputs are left out, required ones too. */
export function readArguments(
  fields: readonly ArgumentField[],
  values: ArgumentTexts,
): { arguments: Record<string, unknown> } | { faults: ArgumentTexts } {
  const read: [string, unknown][] = [];
  const faults = new Map<string, string>();
  for (const field of fields) {
    const text = values.get(field.name) ?? field.initial;
    if (text.trim() === '') continue;
    const result = readValue(field, text);
    if ('fault' in result) faults.set(field.name, result.fault);
    else read.push([field.name, result.value]);
  }
  return faults.size > 0 ? { faults } : { arguments: Object.fromEntries(read) };
}
