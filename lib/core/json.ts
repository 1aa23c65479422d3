import { configure } from 'safe-stable-stringify';

export type JsonObject = Record<string, unknown>;

const NUL = String.fromCharCode(0);
const UNSTORABLE_ALL = new RegExp(`${NUL}|\\p{Surrogate}`, 'gu');
const LONE_SURROGATE = /\p{Surrogate}/u;
const REPLACEMENT = '\ufffd';

/** Deeper values could overflow the stack of code that walks them. */
const MAX_JSON_DEPTH = 64;
const MAX_JSON_VALUES = 100_000;
const MAX_JSON_CHARACTERS = 1_048_576;

/** Keys that would reach an object's prototype in a careless merge. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A fault in a JSON value: where (`path`) and what. */
export interface JsonFault {
  path: (string | number)[];
  message: string;
}

/** Whether a value is a plain JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What JSON text may contain before it is parsed: within these bounds 1 MiB takes a few milliseconds. */
const MAX_TEXT_FIELDS = 10_000;
/** Values are cheaper than fields. */
const VALUES_PER_FIELD = 4;
/** The arguments of a call may be as deep as `findJsonFault` allows; they stand within a message. */
const MAX_TEXT_DEPTH = MAX_JSON_DEPTH + 8;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENERS: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSERS: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/**
 * Why JSON text in UTF-8 would cost too much to parse: too many values, too many fields, or too deep. Reads each byte once
 * and stops at the fault; text that is not JSON is left to the parser.
 */
export function findCostlyJson(text: Uint8Array, maxFields = MAX_TEXT_FIELDS): string | null {
  const maxValues = VALUES_PER_FIELD * maxFields;
  let [values, fields, depth] = [1, 0, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    if (isInString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) {
      if (++values > maxValues) return `more than ${maxValues} values`;
    } else if (byte === COLON) {
      if (++fields > maxFields) return `more than ${maxFields} fields`;
    } else if (OPENERS.has(byte)) {
      if (++depth > MAX_TEXT_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH} levels`;
      if (++values > maxValues) return `more than ${maxValues} values`;
    } else if (CLOSERS.has(byte)) depth--;
  }
  return null;
}

interface Walk {
  path: (string | number)[];
  values: number;
  characters: number;
  /** Only the depth is checked. */
  depthOnly: boolean;
  /** Fields of the value whose contents are sent on: a tool of another server may have a parameter `constructor`. */
  forwarded: readonly string[];
}

/**
 * The first fault, in reading order, for which no caller's JSON is accepted, whatever its schema: text that PostgreSQL
 * cannot store (U+0000, half of a surrogate pair), a key that names a prototype, and values too deep or too large to walk.
 * @param forwarded fields of the value whose contents are sent on to another server: there only `__proto__` is refused
 */
export function findJsonFault(value: unknown, forwarded: readonly string[] = []): JsonFault | null {
  const walk: Walk = { path: [], values: 0, characters: 0, depthOnly: false, forwarded };
  const message = visit(value, walk);
  return message === null ? null : { path: walk.path, message };
}

/** Whether a JSON value is nested deeper than 64 levels. */
export function isTooDeep(value: unknown): boolean {
  return visit(value, { path: [], values: 0, characters: 0, depthOnly: true, forwarded: [] }) !== null;
}

function visit(value: unknown, walk: Walk): string | null {
  if (typeof value === 'string') return checkText(value, walk);
  if (typeof value !== 'object' || value === null) return null;
  if (walk.path.length >= MAX_JSON_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH} levels`;
  return Array.isArray(value) ? visitItems(value, walk) : visitFields(value as JsonObject, walk);
}

function visitItems(items: readonly unknown[], walk: Walk): string | null {
  for (let index = 0; index < items.length; index++) {
    const fault = descend(index, items[index], walk);
    if (fault !== null) return fault;
  }
  return null;
}

function visitFields(fields: JsonObject, walk: Walk): string | null {
  for (const key of Object.keys(fields)) {
    const fault = checkKey(key, walk) ?? descend(key, fields[key], walk);
    if (fault !== null) return fault;
  }
  return null;
}

/** Leaves the path at the fault when there is one. */
function descend(step: string | number, value: unknown, walk: Walk): string | null {
  if (++walk.values > MAX_JSON_VALUES && !walk.depthOnly) return `more than ${MAX_JSON_VALUES} values`;
  walk.path.push(step);
  const fault = visit(value, walk);
  if (fault === null) walk.path.pop();
  return fault;
}

function checkKey(key: string, walk: Walk): string | null {
  if (walk.depthOnly) return null;
  const fault = isForbiddenKey(key, walk) ? `the key ${key} is not allowed` : checkText(key, walk);
  if (fault !== null) walk.path.push(isUnstorable(key) ? JSON.stringify(key) : key);
  return fault;
}

function isForbiddenKey(key: string, { path, forwarded }: Walk): boolean {
  if (!PROTOTYPE_KEYS.has(key)) return false;
  return key === '__proto__' || !forwarded.includes(String(path[0]));
}

function checkText(text: string, walk: Walk): string | null {
  if (walk.depthOnly) return null;
  walk.characters += text.length;
  if (walk.characters > MAX_JSON_CHARACTERS) return `more than ${MAX_JSON_CHARACTERS} characters of text`;
  return isUnstorable(text) ? 'contains a null character or half of a surrogate pair' : null;
}

function isUnstorable(text: string): boolean {
  return text.includes(NUL) || LONE_SURROGATE.test(text);
}

function replaceUnstorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(UNSTORABLE_ALL, REPLACEMENT);
  if (Array.isArray(value)) return value.map(replaceUnstorable);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(UNSTORABLE_ALL, REPLACEMENT), replaceUnstorable(inner)]),
  );
}

/**
 * A value as the text of a `jsonb` parameter. Characters that PostgreSQL cannot store become U+FFFD: for an experience's
 * answer, which is recorded whatever it contains. Reject a caller's input with `findJsonFault` instead.
 */
export function toJsonb(value: unknown): string {
  return toStorableJson(JSON.stringify(value ?? null));
}

/** JSON text with the characters that PostgreSQL cannot store replaced, as `toJsonb` does it. */
export function toStorableJson(text: string): string {
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text;
  // Parsed again, so that a date is the text that JSON makes of it.
  return JSON.stringify(replaceUnstorable(JSON.parse(text)));
}

/** An upstream value as PostgreSQL stores it, to compare with stored values: other characters become U+FFFD. */
export function toStorable<T>(value: T): T {
  return replaceUnstorable(value) as T;
}

const stableStringify = configure({ circularValue: Error });

/** JSON text that does not depend on the order of keys: for hashes and comparisons. */
export function canonicalJson(value: unknown): string {
  return String(stableStringify(value));
}
