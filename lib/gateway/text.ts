import { isJsonObject } from '@/lib/core/json';

const MAX_CHARACTERS = 500;

/** Control characters except line feed and tab, zero-width and direction-changing characters, lone surrogates. */
const UNSAFE = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Cs}|\u2028|\u2029/gu;

/** Text of an experience made safe to show: no control characters, at most 500 characters. */
export function cleanText(text: string): string {
  const cleaned = text
    .slice(0, MAX_CHARACTERS * 4)
    .replace(UNSAFE, '')
    .trim();
  return cleaned.length > MAX_CHARACTERS ? `${cleaned.slice(0, MAX_CHARACTERS - 1)}…` : cleaned;
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The message inside `{ message }`, `{ error }` or `{ error: { message } }`, as experiences write refusals; else null. */
export function messageIn(value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  const inner = isJsonObject(value.error) ? value.error : {};
  const message = [value.message, value.error, inner.message, inner.error].find((text) => typeof text === 'string');
  return typeof message === 'string' ? message : null;
}
