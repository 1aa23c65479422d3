/** A JSON Schema as z.toJSONSchema writes it; unknown parts are ignored. */
export type JsonSchema = Record<string, unknown>;

/** One row of a schema table. */
export interface SchemaRow {
  /** `a.b`, `list[].c`, `map.*`. */
  path: string;
  depth: number;
  type: string;
  required: boolean;
  /** Bounds, formats and allowed values, as text. */
  limits: string[];
  fallback: string | null;
  description: string | null;
}

const MAX_DEPTH = 4;

function object(value: unknown): JsonSchema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : null;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const ref = text(schema.$ref);
  if (ref === null || !ref.startsWith('#')) return schema;
  let found: unknown = root;
  for (const part of ref.split('/').slice(1)) found = object(found)?.[part];
  const target = object(found);
  return target === null ? schema : { ...target, ...schema, $ref: undefined };
}

function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const options = list(schema.anyOf).concat(list(schema.oneOf)).map(object);
  return options.filter((option): option is JsonSchema => option !== null).map((option) => resolve(option, root));
}

/** The type as text: `string`, `uuid`, `string or object`, `list of string`, `object or null`. */
function formatType(given: JsonSchema, root: JsonSchema = given): string {
  const schema = resolve(given, root);
  const options = alternatives(schema, root);
  if (options.length > 0) return [...new Set(options.map((option) => formatType(option, root)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map(String).join(' or ');
  const type = text(schema.type);
  if (type === 'array') {
    const items = object(schema.items);
    return items === null ? 'list' : `list of ${formatType(items, root)}`;
  }
  if (type === 'string') return text(schema.format) ?? 'string';
  if (type !== null) return type;
  if (Array.isArray(schema.enum)) return 'string';
  return 'any JSON';
}

function limitsOf(schema: JsonSchema): string[] {
  const words: string[] = [];
  const bound = (key: string, say: (value: number) => string) => {
    const value = schema[key];
    // zod writes the safe-integer bounds of every integer; they are not a rule.
    if (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER) words.push(say(value));
  };
  if (Array.isArray(schema.enum)) words.push(`one of ${schema.enum.map(String).join(', ')}`);
  bound('minimum', (value) => `≥ ${value}`);
  bound('exclusiveMinimum', (value) => `> ${value}`);
  bound('maximum', (value) => `≤ ${value}`);
  bound('minLength', (value) => (value === 1 ? 'not empty' : `at least ${value} characters`));
  bound('maxLength', (value) => `at most ${value} characters`);
  bound('minItems', (value) => `at least ${value}`);
  bound('maxItems', (value) => `at most ${value}`);
  const pattern = text(schema.pattern);
  if (pattern !== null && text(schema.format) === null) words.push(`matches ${pattern}`);
  return words;
}

/** The object schemas below a property, whose fields get rows, with the suffix of their path. */
function nested(given: JsonSchema, root: JsonSchema): { suffix: string; schema: JsonSchema }[] {
  const schema = resolve(given, root);
  const options = alternatives(schema, root);
  if (options.length > 0) return options.flatMap((option) => nested(option, root));
  if (object(schema.properties)) return [{ suffix: '', schema }];
  const items = object(schema.items);
  if (items) return nested(items, root).map((inner) => ({ suffix: `[]${inner.suffix}`, schema: inner.schema }));
  const values = object(schema.additionalProperties);
  if (values) return nested(values, root).map((inner) => ({ suffix: `.*${inner.suffix}`, schema: inner.schema }));
  return [];
}

function rowsBelow(schema: JsonSchema, root: JsonSchema, prefix: string, depth: number): SchemaRow[] {
  const properties = object(schema.properties) ?? {};
  const required = new Set(list(schema.required));
  return Object.entries(properties).flatMap(([name, value]) => {
    const given = object(value) ?? {};
    const property = resolve(given, root);
    const row: SchemaRow = {
      path: `${prefix}${name}`,
      depth,
      type: formatType(property, root),
      required: required.has(name),
      limits: limitsOf(property),
      fallback: property.default === undefined ? null : JSON.stringify(property.default),
      description: text(property.description),
    };
    const deeper = depth + 1 < MAX_DEPTH ? nested(property, root) : [];
    const seen = new Set<string>();
    const children = deeper
      .flatMap((inner) => rowsBelow(inner.schema, root, `${row.path}${inner.suffix}.`, depth + 1))
      .filter((child) => !seen.has(child.path) && seen.add(child.path));
    return [row, ...children];
  });
}

/** The rows of a schema, nested fields under their parents, at most four levels deep. */
export function schemaRows(schema: JsonSchema): SchemaRow[] {
  const root = resolve(schema, schema);
  return nested(root, schema).flatMap((inner) => rowsBelow(inner.schema, schema, '', 0));
}
