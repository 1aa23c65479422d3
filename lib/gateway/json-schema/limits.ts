import type { Issue } from '@/lib/core/errors';
import { isJsonObject, type JsonObject } from '@/lib/core/json';

/** Bytes of a schema as UTF-8 JSON. */
const MAX_SCHEMA_BYTES = 32_768;
/** Subschemas inside one another. */
const MAX_DEPTH = 24;
/** Subschemas in one document. */
const MAX_SUBSCHEMAS = 500;
/** Subschemas when every `$ref` is replaced by what it points to: what a validator may have to evaluate for one value. */
const MAX_EXPANDED = 2_000;
/** Entries of one `anyOf`, `oneOf` or `allOf`. */
const MAX_ALTERNATIVES = 64;
const MAX_PATTERN_CHARACTERS = 256;

/** Keywords whose value is a subschema; `items` may also be a list of them. */
const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];
/** Keywords that are not applied in place: they have a cost only where a `$ref` points to them. */
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
/** References that depend on where a validator comes from, so that no limit can be checked before. */
const REFUSED = ['$dynamicRef', '$recursiveRef', '$dynamicAnchor', '$recursiveAnchor', '$anchor', '$async'];

type Path = (string | number)[];

class SchemaFault extends Error {
  constructor(
    readonly path: Path,
    message: string,
  ) {
    super(message);
  }
}

interface Node {
  path: Path;
  /** JSON pointer of the subschema, as `$ref` writes it. */
  pointer: string;
  children: Node[];
  ref: string | null;
  /** Subschemas after expansion; null until it was computed. */
  expanded: number | null;
}

/** The first fault of an untrusted schema, or null. A schema above the limits could stall the thread that applies it. */
export function findSchemaFault(schema: JsonObject): Issue | null {
  try {
    if (Buffer.byteLength(JSON.stringify(schema), 'utf8') > MAX_SCHEMA_BYTES) {
      throw new SchemaFault([], `is larger than ${MAX_SCHEMA_BYTES} bytes`);
    }
    const nodes = new Map<string, Node>();
    const root = walk(schema, [], '#', nodes);
    expand(root, nodes, new Set());
    return null;
  } catch (thrown) {
    if (thrown instanceof SchemaFault) return { path: thrown.path, message: thrown.message };
    // JSON.stringify of a value that is nested thousands of levels deep.
    if (thrown instanceof RangeError) return { path: [], message: `is nested deeper than ${MAX_DEPTH} subschemas` };
    throw thrown;
  }
}

function walk(schema: JsonObject, path: Path, pointer: string, nodes: Map<string, Node>, depth = 1): Node {
  if (depth > MAX_DEPTH) throw new SchemaFault(path, `is nested deeper than ${MAX_DEPTH} subschemas`);
  if (nodes.size >= MAX_SUBSCHEMAS)
    throw new SchemaFault(path, `the schema has more than ${MAX_SUBSCHEMAS} subschemas`);
  const node: Node = { path, pointer, children: [], ref: null, expanded: null };
  nodes.set(pointer, node);
  checkKeywords(schema, path, depth);
  if (schema.$ref !== undefined) node.ref = localReference(schema.$ref, [...path, '$ref']);
  for (const { keys, value, applied } of subschemasOf(schema, path)) {
    const suffix = keys.map((key) => `/${escapePointer(String(key))}`).join('');
    const child = walk(value, [...path, ...keys], `${pointer}${suffix}`, nodes, depth + 1);
    if (applied) node.children.push(child);
  }
  return node;
}

function checkKeywords(schema: JsonObject, path: Path, depth: number): void {
  for (const keyword of REFUSED) {
    if (schema[keyword] !== undefined) throw new SchemaFault([...path, keyword], `${keyword} is not supported`);
  }
  if (schema.$id !== undefined && depth > 1) {
    throw new SchemaFault([...path, '$id'], '$id is supported at the root only: references are local');
  }
  if (schema.pattern !== undefined) checkPattern(schema.pattern, [...path, 'pattern']);
  if (isJsonObject(schema.patternProperties)) {
    for (const pattern of Object.keys(schema.patternProperties)) {
      checkPattern(pattern, [...path, 'patternProperties', pattern]);
    }
  }
}

/** How long a pattern takes is limited where it is applied. */
function checkPattern(pattern: unknown, path: Path): void {
  if (typeof pattern !== 'string') throw new SchemaFault(path, 'must be text');
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    throw new SchemaFault(path, `must have at most ${MAX_PATTERN_CHARACTERS} characters`);
  }
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new SchemaFault(path, 'is not a regular expression');
  }
}

function localReference(ref: unknown, path: Path): string {
  if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) {
    throw new SchemaFault(path, 'must point into this schema: #/…');
  }
  try {
    return decodeURIComponent(ref);
  } catch {
    throw new SchemaFault(path, 'is not a JSON pointer');
  }
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function* subschemasOf(schema: JsonObject, path: Path): Generator<{ keys: Path; value: JsonObject; applied: boolean }> {
  for (const keyword of ONE) {
    const value = schema[keyword];
    if (isJsonObject(value)) yield { keys: [keyword], value, applied: true };
  }
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    if (list.length > MAX_ALTERNATIVES) {
      throw new SchemaFault([...path, keyword], `must have at most ${MAX_ALTERNATIVES} entries`);
    }
    for (const [index, value] of list.entries()) {
      if (isJsonObject(value)) yield { keys: [keyword, index], value, applied: true };
    }
  }
  for (const keyword of MAPS) {
    const map = schema[keyword];
    if (!isJsonObject(map)) continue;
    for (const [name, value] of Object.entries(map)) {
      if (isJsonObject(value)) yield { keys: [keyword, name], value, applied: !DEFINITIONS.has(keyword) };
    }
  }
}

/** Subschemas that a value meets at worst. Each is counted once, so the sum is as fast as the document is small. */
function expand(node: Node, nodes: ReadonlyMap<string, Node>, under: Set<Node>): number {
  if (node.expanded !== null) return node.expanded;
  if (under.has(node)) throw new SchemaFault([...node.path, '$ref'], 'refers to itself');
  under.add(node);
  let sum = 1;
  for (const child of node.children) sum += expand(child, nodes, under);
  if (node.ref !== null) {
    const target = nodes.get(node.ref);
    if (!target) throw new SchemaFault([...node.path, '$ref'], 'points to no subschema');
    if (under.has(target)) throw new SchemaFault([...node.path, '$ref'], 'refers to itself');
    sum += expand(target, nodes, under);
  }
  under.delete(node);
  if (sum > MAX_EXPANDED) {
    throw new SchemaFault(node.path, `has more than ${MAX_EXPANDED} subschemas after its references are replaced`);
  }
  node.expanded = sum;
  return sum;
}
