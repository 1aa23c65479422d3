import { isJsonObject } from '@/lib/core/json';

const MAX_WORDS = 500;

/** Control characters except line feed and tab, zero-width and direction-changing characters, lone surrogates. */
const UNSAFE = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Cs}|\u2028|\u2029/gu;

/** The upstream's own words made fit to be shown: no control characters, at most 500 characters. */
export function cleanText(text: string): string {
  const cleaned = text
    .slice(0, MAX_WORDS * 4)
    .replace(UNSAFE, '')
    .trim();
  return cleaned.length > MAX_WORDS ? `${cleaned.slice(0, MAX_WORDS - 1)}…` : cleaned;
}

/** JSON of a text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The message inside `{ message }` or `{ error: { message } }`, as experiences write their refusals; else null. */
export function messageIn(value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  if (typeof value.message === 'string') return value.message;
  if (typeof value.error === 'string') return value.error;
  return isJsonObject(value.error) ? messageIn(value.error) : null;
}

const MAX_DEPTH = 64;

/** Whether a JSON value is nested deeper than 64 levels: such answers would overflow the stack of whoever writes them. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_DEPTH) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}
