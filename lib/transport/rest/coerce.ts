import type { ToolDefinition } from '@/lib/core/tool';
import { inputSchemaOf } from '@/lib/tools/schemas';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'json';

interface SchemaPart {
  type?: string | string[];
  anyOf?: SchemaPart[];
  oneOf?: SchemaPart[];
  items?: SchemaPart;
  properties?: Record<string, SchemaPart>;
}

/** A tool, or an operation of owners. */
type Declared = Pick<ToolDefinition, 'input' | 'output' | 'listed'>;

const kindsByTool = new WeakMap<Declared, Map<string, { kind: Kind; item: Kind }>>();

function kindsOf(tool: Declared): Map<string, { kind: Kind; item: Kind }> {
  const cachedKinds = kindsByTool.get(tool);
  if (cachedKinds) return cachedKinds;
  const { properties = {} } = inputSchemaOf(tool) as SchemaPart;
  const kinds = new Map(
    Object.entries(properties).map(([name, part]) => [name, { kind: kindOf(part), item: kindOf(part.items ?? {}) }]),
  );
  kindsByTool.set(tool, kinds);
  return kinds;
}

function kindOf(part: SchemaPart): Kind {
  const types = typesIn(part);
  if (types.size === 0 || types.has('string')) return 'string';
  if (types.has('number') || types.has('integer')) return 'number';
  if (types.has('boolean')) return 'boolean';
  return types.has('array') ? 'array' : 'json';
}

function typesIn(part: SchemaPart): Set<string> {
  const own = part.type === undefined ? [] : [part.type].flat();
  return new Set([...own, ...[...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap((one) => [...typesIn(one)])]);
}

/** What cannot be read as the wanted type stays text, so that the tool's own schema says what is wrong with it. */
function coerce(text: string, kind: Kind): unknown {
  if (kind === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Query and path texts as the types that a tool's schema declares. A name that comes twice makes a list. */
export function coerceTexts(tool: Declared, texts: Iterable<readonly [string, string]>): Map<string, unknown> {
  const kinds = kindsOf(tool);
  const values = new Map<string, unknown>();
  for (const [name, text] of texts) {
    const { kind, item } = kinds.get(name) ?? { kind: 'string', item: 'string' };
    const value = coerce(text, kind === 'array' ? item : kind);
    if (values.has(name)) values.set(name, append(values.get(name), value));
    else values.set(name, kind === 'array' ? [value] : value);
  }
  return values;
}

/** Adds to the list in place: a name that comes a thousand times must not be copied as often. */
function append(before: unknown, value: unknown): unknown[] {
  const list: unknown[] = Array.isArray(before) ? before : [before];
  for (const one of Array.isArray(value) ? value : [value]) list.push(one);
  return list;
}
