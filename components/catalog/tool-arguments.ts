/** An input for one argument of a tool, or for a part of one. Its value is a text; an empty one leaves it out. */
export interface ArgumentField {
  /** JSON pointer of its place in the arguments: `/size/width`, `/towns/0/name`. */
  pointer: string;
  name: string;
  input: 'text' | 'number' | 'choice' | 'json' | 'object' | 'list';
  /** Of a choice: JSON texts. */
  options: readonly string[];
  isRequired: boolean;
  /** What the schema says of it, with its limits. */
  description: string | null;
  /** The text of its default; of a list, how many items it begins with. */
  initial: string;
  /** The parts of an object. */
  fields: readonly ArgumentField[];
  /** Makes the field of an item of a list. */
  itemAt: (index: number) => ArgumentField;
}

type Schema = Record<string, unknown>;

/** Texts by pointer: values of inputs, or their faults. Of a list, how many items it has. */
export type ArgumentTexts = ReadonlyMap<string, string>;

/** More inputs than this, or deeper ones, are harder to read than JSON. */
const MAX_FIELDS = 40;
const MAX_DEPTH = 4;
/** Strangers write schemas: one of objects in objects may not stop the page. */
const MAX_ALL_FIELDS = 200;
export const MAX_ITEMS = 20;
const NUMBERS = new Set(['number', 'integer']);

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema that a `$ref` of the same document names; empty without one. */
function resolve(schema: Schema, root: Schema): Schema {
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#/')) return schema;
  let found: unknown = root;
  for (const part of schema.$ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isSchema(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  const { $ref: _ref, ...beside } = schema;
  return isSchema(found) ? { ...found, ...beside } : {};
}

/** The one alternative of anyOf or oneOf that is not null; the schema itself when there are several or none. */
function withoutNull(schema: Schema, root: Schema): Schema {
  const list = [schema.anyOf, schema.oneOf].find(Array.isArray) as unknown[] | undefined;
  const alternatives = (list ?? []).filter((one) => isSchema(one) && one.type !== 'null') as Schema[];
  const [only] = alternatives;
  return only && alternatives.length === 1 ? { ...resolve(only, root), ...schema } : schema;
}

/** The only type of a schema besides null; undefined when there are several or none. */
function singleType({ type }: Schema): unknown {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

function optionsOf(schema: Schema): string[] | null {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  const named = Array.isArray(schema.oneOf) ? schema.oneOf : schema.anyOf;
  if (Array.isArray(named) && named.length > 0 && named.every((one) => isSchema(one) && one.const !== undefined)) {
    return named.map((one: Schema) => JSON.stringify(one.const));
  }
  return singleType(schema) === 'boolean' ? ['true', 'false'] : null;
}

function inputOf(schema: Schema, { depth, isInList, budget }: Inside): ArgumentField['input'] {
  if (optionsOf(schema) !== null) return 'choice';
  const type = singleType(schema);
  if (type === 'string') return 'text';
  if (NUMBERS.has(String(type))) return 'number';
  if (depth >= MAX_DEPTH) return 'json';
  if (type === 'array' && isSchema(schema.items) && !isInList) return 'list';
  const parts = isSchema(schema.properties) ? Object.keys(schema.properties).length : 0;
  const isForm = parts > 0 && parts <= Math.min(MAX_FIELDS, budget.left) && (type === 'object' || type === undefined);
  if (isForm) budget.left -= parts;
  return isForm ? 'object' : 'json';
}

/** @param only the option of a required choice that has no other */
function initialOf(value: unknown, input: ArgumentField['input'], only: string | undefined): string {
  if (only !== undefined && value === undefined) return only;
  if (input === 'list') return String(Array.isArray(value) ? Math.min(value.length, MAX_ITEMS) : 0);
  if (value === undefined || input === 'object') return '';
  if (input === 'text') return typeof value === 'string' ? value : '';
  return JSON.stringify(value);
}

/** "1 to 100", "at least 3 characters": the limits of a schema in words; they are the server's to check. */
function limitsOf(schema: Schema): string | null {
  const range = (low: unknown, high: unknown, unit: string) => {
    const [from, to] = [typeof low === 'number' ? low : null, typeof high === 'number' ? high : null];
    if (from === null && to === null) return null;
    if (from === null) return `at most ${to}${unit}`;
    return to === null ? `at least ${from}${unit}` : `${from} to ${to}${unit}`;
  };
  const words = [
    singleType(schema) === 'integer' && !Array.isArray(schema.enum) ? 'a whole number' : null,
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    typeof schema.pattern === 'string' ? `pattern ${schema.pattern}` : null,
    typeof schema.format === 'string' ? `format ${schema.format}` : null,
  ].filter((one) => one !== null);
  return words.length === 0 ? null : words.join(', ');
}

function descriptionOf(schema: Schema): string | null {
  const about = typeof schema.description === 'string' ? schema.description : null;
  const limits = limitsOf(schema);
  if (about === null || limits === null) return about ?? limits;
  return `${about.replace(/[.\s]+$/, '')} (${limits})`;
}

const escapePart = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Where a field is, for all that are beside it. */
interface Inside {
  root: Schema;
  depth: number;
  isInList: boolean;
  /** How many more fields the form may have. */
  budget: { left: number };
}

interface Place extends Inside {
  pointer: string;
  name: string;
  isRequired: boolean;
  /** The default of what contains it, for this place. */
  given: unknown;
}

function fieldOf(declared: unknown, place: Place): ArgumentField {
  const { pointer, name, isRequired, given, root } = place;
  const schema = isSchema(declared) ? withoutNull(resolve(declared, root), root) : {};
  const input = inputOf(schema, place);
  const value = given === undefined ? schema.default : given;
  const list = Array.isArray(value) ? value : [];
  const inside: Inside = { root, depth: place.depth + 1, isInList: place.isInList, budget: place.budget };
  const options = optionsOf(schema) ?? [];
  const only = isRequired && options.length === 1 ? options[0] : undefined;
  return {
    pointer,
    name,
    input,
    options,
    isRequired,
    description: descriptionOf(schema),
    initial: initialOf(value, input, only),
    fields: input === 'object' ? fieldsOf(schema, { ...inside, pointer, given: value }) : [],
    itemAt: (index) => {
      const item = { name: `${name} ${index + 1}`, isRequired: true, given: list[index] };
      const ofItem = { isInList: true, budget: { left: MAX_ALL_FIELDS } };
      return fieldOf(schema.items, { ...inside, ...ofItem, ...item, pointer: `${pointer}/${index}` });
    },
  };
}

function fieldsOf(schema: Schema, place: Omit<Place, 'name' | 'isRequired'>): ArgumentField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const given = isSchema(place.given) ? place.given : {};
  return Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, declared]) =>
    fieldOf(declared, {
      ...place,
      pointer: `${place.pointer}/${escapePart(name)}`,
      name,
      isRequired: required.includes(name),
      given: Object.hasOwn(given, name) ? given[name] : undefined,
    }),
  );
}

/**
 * The inputs for a tool by its JSON Schema: text, number and choice, objects and lists of them, JSON for every other. Null
 * for a schema without named arguments: those are written as one JSON object.
 */
export function argumentFields(inputSchema: unknown): ArgumentField[] | null {
  if (!isSchema(inputSchema) || !isSchema(inputSchema.properties)) return null;
  const count = Object.keys(inputSchema.properties).length;
  if (count === 0 || count > MAX_FIELDS) return null;
  const budget = { left: MAX_ALL_FIELDS };
  return fieldsOf(inputSchema, { pointer: '', given: undefined, root: inputSchema, depth: 0, isInList: false, budget });
}

/** The text of an input: what was written, else its default. */
export const textOf = (field: ArgumentField, texts: ArgumentTexts): string => texts.get(field.pointer) ?? field.initial;

/** The items of a list. */
export function itemsOf(field: ArgumentField, texts: ArgumentTexts): ArgumentField[] {
  return Array.from({ length: Number(textOf(field, texts)) }, (_, index) => field.itemAt(index));
}

/** A list without one of its items: those behind it move forward. */
export function withoutItem(field: ArgumentField, texts: ArgumentTexts, index: number): ArgumentTexts {
  const left = itemsOf(field, texts).filter((_, at) => at !== index);
  const next = new Map([...texts].filter(([pointer]) => !pointer.startsWith(`${field.pointer}/`)));
  next.set(field.pointer, String(left.length));
  for (const [at, item] of left.entries()) copyTexts(item, field.itemAt(at), texts, next);
  return next;
}

/** Writes the texts of one field to the places of another of the same form. */
function copyTexts(from: ArgumentField, to: ArgumentField, texts: ArgumentTexts, next: Map<string, string>): void {
  if (from.input !== 'object') next.set(to.pointer, textOf(from, texts));
  for (const [index, part] of from.fields.entries()) copyTexts(part, to.fields[index] as ArgumentField, texts, next);
  if (from.input !== 'list') return;
  for (const [index, item] of itemsOf(from, texts).entries()) copyTexts(item, to.itemAt(index), texts, next);
}

const MISSING_FAULT = 'The tool requires this. As JSON it can be left out.';
const CHOICE_FAULT = 'Choose one: the tool requires it. As JSON it can be left out.';
const JSON_FAULT = 'Write JSON: "text", 5, true, [1, 2] or {"key": "value"}.';

function readLeaf({ input }: ArgumentField, text: string): { value: unknown } | { fault: string } {
  if (input === 'text') return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    return input === 'number' && typeof value !== 'number' ? { fault: 'Write a number.' } : { value };
  } catch {
    return { fault: input === 'number' ? 'Write a number.' : JSON_FAULT };
  }
}

/** What is read, and what was found on the way. */
interface Reading {
  texts: ArgumentTexts;
  faults: Map<string, string>;
  /** Whether a required field without a value is a fault. */
  isStrict: boolean;
}

/** Whether nothing is written in a field or in any part of it. */
function isEmpty(field: ArgumentField, texts: ArgumentTexts): boolean {
  if (field.input === 'object') return field.fields.every((part) => isEmpty(part, texts));
  const text = textOf(field, texts).trim();
  return field.input === 'list' ? text === '0' : text === '';
}

/** The value of a field; null when it is left out or faulty. */
function readField(field: ArgumentField, reading: Reading): { value: unknown } | null {
  const { texts, faults, isStrict } = reading;
  if (!field.isRequired && isEmpty(field, texts)) return null;
  if (field.input === 'object') return { value: Object.fromEntries(readFields(field.fields, reading)) };
  if (field.input === 'list') return { value: itemsOf(field, texts).map((item) => readItem(item, reading)) };
  const text = textOf(field, texts);
  if (text.trim() === '') {
    if (isStrict) faults.set(field.pointer, field.input === 'choice' ? CHOICE_FAULT : MISSING_FAULT);
    return null;
  }
  const read = readLeaf(field, text);
  if ('value' in read) return read;
  faults.set(field.pointer, read.fault);
  return null;
}

/** An item cannot be left out: an empty text is one. */
function readItem(item: ArgumentField, reading: Reading): unknown {
  const { texts, faults } = reading;
  if (item.input === 'text' && textOf(item, texts).trim() === '') return '';
  const read = readField(item, { ...reading, isStrict: reading.isStrict && item.input === 'object' });
  if (read) return read.value;
  if (!faults.has(item.pointer)) faults.set(item.pointer, 'Fill this item in, or remove it.');
  return '';
}

function readFields(fields: readonly ArgumentField[], reading: Reading) {
  return fields.flatMap((field): [string, unknown][] => {
    const read = readField(field, reading);
    return read ? [[field.name, read.value]] : [];
  });
}

/**
 * The arguments that the inputs say, or the fault of each input. Empty inputs are left out; required ones are faults, unless
 * `isStrict` is false.
 */
export function readArguments(
  fields: readonly ArgumentField[],
  texts: ArgumentTexts,
  { isStrict = true }: { isStrict?: boolean } = {},
): { arguments: Record<string, unknown> } | { faults: ArgumentTexts } {
  const faults = new Map<string, string>();
  const read = readFields(fields, { texts, faults, isStrict });
  return faults.size > 0 ? { faults } : { arguments: Object.fromEntries(read) };
}

/** The texts of inputs that say these arguments; null when the inputs cannot say them. */
export function textsOf(fields: readonly ArgumentField[], values: Record<string, unknown>): ArgumentTexts | null {
  const texts = new Map<string, string>();
  return writeFields(fields, values, texts) ? texts : null;
}

function writeFields(fields: readonly ArgumentField[], values: Record<string, unknown>, texts: Map<string, string>) {
  const isKnown = Object.keys(values).every((name) => fields.some((field) => field.name === name));
  return isKnown && fields.every((field) => writeField(field, values[field.name], texts));
}

function writeField(field: ArgumentField, value: unknown, texts: Map<string, string>): boolean {
  const { input, pointer } = field;
  if (input === 'object') {
    return value === undefined || isSchema(value) ? writeFields(field.fields, value ?? {}, texts) : false;
  }
  if (input === 'list') {
    if (value !== undefined && (!Array.isArray(value) || value.length > MAX_ITEMS)) return false;
    const items: unknown[] = value ?? [];
    texts.set(pointer, String(items.length));
    return items.every((item, index) => writeField(field.itemAt(index), item, texts));
  }
  if (input === 'text' && value !== undefined && typeof value !== 'string') return false;
  texts.set(pointer, value === undefined ? '' : input === 'text' ? String(value) : JSON.stringify(value));
  return true;
}

/** The ids in what was sent and answered: texts whose names end with `_id`, for the next call. Later ones replace earlier ones. */
export function idsIn(...objects: readonly unknown[]): Map<string, string> {
  const found = objects.filter(isSchema).flatMap((object) => Object.entries(object));
  return new Map(
    found.flatMap(([name, value]): [string, string][] =>
      name.endsWith('_id') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** The texts of a form that begins with ids of earlier calls, where it has a field of that name without a default. */
export function startWithIds(fields: readonly ArgumentField[], ids: ReadonlyMap<string, string>): ArgumentTexts {
  return new Map(
    fields.flatMap(({ name, input, pointer, initial }): [string, string][] => {
      const id = ids.get(name);
      return id !== undefined && input === 'text' && initial === '' ? [[pointer, id]] : [];
    }),
  );
}
