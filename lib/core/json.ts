/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = Record<string, unknown>;

const NUL = String.fromCharCode(0);
const UNSTORABLE = new RegExp(`${NUL}|\\p{Surrogate}`, 'u');
const UNSTORABLE_ALL = new RegExp(`${NUL}|\\p{Surrogate}`, 'gu');
const REPLACEMENT = '\ufffd';
/** Deeper values would overflow the stack of whoever walks them. */
const MAX_DEPTH = 100;

/** Keys that would reach an object's prototype when someone merges carelessly. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value is a plain JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first path at which `fault` finds something wrong with a key or a string, in the order of reading. */
function findFault(
  value: unknown,
  fault: (text: string, isKey: boolean) => string | null,
  path: (string | number)[] = [],
): { path: (string | number)[]; message: string } | null {
  if (path.length > MAX_DEPTH) return { path: path.slice(0, 8), message: `is nested deeper than ${MAX_DEPTH} levels` };
  if (typeof value === 'string') {
    const message = fault(value, false);
    return message === null ? null : { path, message };
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findFault(item, fault, [...path, index]);
      if (found) return found;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  for (const key of Object.keys(value)) {
    const message = fault(key, true);
    if (message !== null) return { path: [...path, key], message };
    const found = findFault(value[key], fault, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** The first text that PostgreSQL cannot store (a null character, half of a surrogate pair), or too deep a nesting. */
export function findUnstorable(value: unknown): { path: (string | number)[]; message: string } | null {
  return findFault(value, (text) =>
    UNSTORABLE.test(text) ? 'must not hold null characters or lone surrogates' : null,
  );
}

/** The first key, at any depth, that names a prototype. */
export function findPrototypeKey(value: unknown): { path: (string | number)[]; message: string } | null {
  return findFault(value, (text, isKey) =>
    isKey && PROTOTYPE_KEYS.has(text) ? `the key ${text} is not allowed` : null,
  );
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
 * A value as the text of a `jsonb` parameter. What PostgreSQL cannot store is replaced by U+FFFD: for text of others
 * (an experience's answer) that is recorded whatever it holds. Check one's own callers with `findUnstorable` instead.
 */
export function toJsonb(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  if (!text.includes('\\u0000') && !text.includes('\\ud')) return text;
  // What JSON makes of it, so that a date is the text that it becomes.
  return JSON.stringify(replaceUnstorable(JSON.parse(text)));
}

/** The words of others as PostgreSQL can store them: what it cannot is U+FFFD. For what is compared with the stored. */
export function toStorable<T>(value: T): T {
  return replaceUnstorable(value) as T;
}

/** JSON whose text does not depend on the order of keys: for hashes and comparisons. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
