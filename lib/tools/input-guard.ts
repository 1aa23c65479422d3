import type { Issue } from '@/lib/core/errors';

const MAX_DEPTH = 64;
const MAX_NODES = 100_000;
const MAX_CHARACTERS = 1_048_576;
const HALF_PAIR = /\p{Surrogate}/u;

interface Walk {
  path: (string | number)[];
  nodes: number;
  characters: number;
}

/**
 * What no tool may ever be given, whatever its schema: text that cannot be stored, a key that reaches prototypes,
 * and structures deep or large enough to hurt whoever walks them next.
 * @returns the first fault with its path, or null.
 */
export function findInputFault(input: unknown): Issue | null {
  const walk: Walk = { path: [], nodes: 0, characters: 0 };
  const message = visit(input, walk);
  return message === null ? null : { path: walk.path, message };
}

function visit(value: unknown, walk: Walk): string | null {
  if (typeof value === 'string') return checkText(value, walk);
  if (typeof value !== 'object' || value === null) return null;
  if (walk.path.length >= MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  return Array.isArray(value) ? visitItems(value, walk) : visitFields(value as Record<string, unknown>, walk);
}

function visitItems(items: readonly unknown[], walk: Walk): string | null {
  for (let index = 0; index < items.length; index++) {
    const fault = descend(index, items[index], walk);
    if (fault !== null) return fault;
  }
  return null;
}

function visitFields(fields: Record<string, unknown>, walk: Walk): string | null {
  for (const key of Object.keys(fields)) {
    const badKey = key === '__proto__' ? 'this name is not allowed' : checkText(key, walk);
    if (badKey !== null) {
      walk.path.push(isUnstorable(key) ? JSON.stringify(key) : key);
      return badKey;
    }
    const fault = descend(key, fields[key], walk);
    if (fault !== null) return fault;
  }
  return null;
}

/** Leaves the path standing at the fault when there is one. */
function descend(step: string | number, value: unknown, walk: Walk): string | null {
  if (++walk.nodes > MAX_NODES) return `more than ${MAX_NODES} values`;
  walk.path.push(step);
  const fault = visit(value, walk);
  if (fault === null) walk.path.pop();
  return fault;
}

function checkText(text: string, walk: Walk): string | null {
  walk.characters += text.length;
  if (walk.characters > MAX_CHARACTERS) return `more than ${MAX_CHARACTERS} characters of text`;
  return isUnstorable(text) ? 'text holds U+0000 or half of a surrogate pair' : null;
}

/** U+0000, which PostgreSQL cannot hold, and halves of a surrogate pair, which UTF-8 cannot. */
function isUnstorable(text: string): boolean {
  return text.includes('\0') || HALF_PAIR.test(text);
}
