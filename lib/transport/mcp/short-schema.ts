import { isJsonObject } from '@/lib/core/json';

type Schema = Record<string, unknown>;

/** A list is in the context of every agent and is sent at every start, so the schema of one answer has a bound. */
const MAX_OUTPUT_BYTES = 270;
/** How many levels of fields are shown with their types, most first. */
const LEVELS = [Number.POSITIVE_INFINITY, 3, 2, 1, 0];
/** Larger bounds exclude nothing that a caller would send. */
const MAX_TELLING_BOUND = 1e9;
/** Words by which a description warns of text that others wrote. */
const WARNING = /untrusted|never (an |as )?instructions?/i;

/**
 * The schema of a tool's arguments as `tools/list` shows it: every field, description, default, choice and bound. Left out
 * is what is true anyway: the dialect that MCP assumes, keywords that allow everything, and the patterns that refuse
 * control characters in text.
 */
export function shortInputSchema(schema: Schema): Schema {
  return shortInput(schema) as Schema;
}

function shortInput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortInput);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([keyword, part]): [string, unknown][] => {
      if (saysNothing(keyword, part)) return [];
      if (keyword === 'properties') return [[keyword, mapValues(part as Schema, shortInput)]];
      return [[keyword, keyword === 'default' || keyword === 'enum' ? part : shortInput(part)]];
    }),
  );
}

function saysNothing(keyword: string, part: unknown): boolean {
  if (keyword === '$schema') return true;
  if (keyword === 'allOf') return (part as Schema[]).every((one) => Object.keys(one).join() === 'pattern');
  if (keyword === 'maximum') return (part as number) >= MAX_TELLING_BOUND;
  if (keyword === 'propertyNames') return isJsonObject(part) && Object.keys(part).join() === 'type';
  return keyword === 'additionalProperties' && isJsonObject(part) && Object.keys(part).length === 0;
}

/**
 * The schema of a tool's answer as `tools/list` shows it: names, types and choices of its fields, and the descriptions
 * that warn of text of others. It accepts all that `schema` accepts. Of a large answer the inner levels are names without
 * types: who calls the tool sees the values. The docs and the OpenAPI document have the whole schema.
 */
export function shortOutputSchema(schema: Schema): Schema {
  const shapes = LEVELS.map((levels) => shape(schema, levels));
  return shapes.find((one) => JSON.stringify(one).length <= MAX_OUTPUT_BYTES) ?? (shapes.at(-1) as Schema);
}

function shape(schema: Schema, levels: number): Schema {
  const { anyOf, type, enum: choices, const: constant, properties, required, items, description } = schema;
  const short: Schema = {};
  if (type !== undefined && choices === undefined && constant === undefined) short.type = type;
  if (choices !== undefined) short.enum = choices;
  if (constant !== undefined) short.const = constant;
  if (Array.isArray(anyOf)) Object.assign(short, union((anyOf as Schema[]).map((one) => shape(one, levels))));
  if (isJsonObject(properties) && Object.keys(properties).length > 0) {
    if (levels > 0) short.properties = mapValues(properties, (field) => shape(field as Schema, levels - 1));
    else Object.assign(short, namesOf(properties, required));
  }
  if (isJsonObject(items)) Object.assign(short, itemsOf(shape(items, levels)));
  if (typeof description === 'string' && WARNING.test(description)) short.description = description;
  return short;
}

/** The names of fields without their types, and the warnings of those that have one. */
function namesOf(properties: Schema, required: unknown): Schema {
  const warned = Object.entries(properties).filter(([, field]) => WARNING.test(String((field as Schema).description)));
  return {
    ...(warned.length > 0
      ? {
          properties: Object.fromEntries(
            warned.map(([name, field]) => [name, { description: (field as Schema).description }]),
          ),
        }
      : {}),
    ...(required === undefined ? {} : { required }),
  };
}

const itemsOf = (items: Schema): Schema => (Object.keys(items).length > 0 ? { items } : {});

/** A choice between a schema and null as one schema; every other choice as it is. */
function union(options: readonly Schema[]): Schema {
  const [only, ...others] = options.filter(({ type }) => type !== 'null');
  if (only === undefined || others.length > 0 || options.length !== 2) return { anyOf: options };
  if (typeof only.type === 'string') return { ...only, type: [only.type, 'null'] };
  return Array.isArray(only.enum) ? { ...only, enum: [...only.enum, null] } : { anyOf: options };
}

function mapValues(object: Schema, work: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, work(value)]));
}
