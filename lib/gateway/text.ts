import { shortenText } from '@/lib/core/cut-text';
import { isJsonObject } from '@/lib/core/json';

const MAX_CHARACTERS = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Control characters except line feed and tab, zero-width and direction-changing characters, lone surrogates. */
const UNSAFE = /(?![\n\t])\p{Cc}|\p{Cf}|\p{Cs}|\u2028|\u2029/gu;

/** Text of an experience made safe to show: no control characters, at most 500 characters. */
export function cleanText(text: string): string {
  return readableText(text, MAX_CHARACTERS);
}

/** The same with another limit. */
export function readableText(text: string, maxCharacters: number): string {
  const cleaned = text
    .slice(0, maxCharacters * 4)
    .replace(UNSAFE, '')
    .trim();
  return shortenText(cleaned, maxCharacters);
}

/** A name of a tool or an argument that cannot be read as a sentence, so that a text of the platform may quote it. */
const QUOTABLE_NAME = /^[\w./:-]{1,64}$/;
export const isQuotableName = (name: string): boolean => QUOTABLE_NAME.test(name);

/** Shorter texts are parsed quickly however deep they are. */
const MAX_UNCHECKED_CHARACTERS = 16_384;
const MAX_TEXT_DEPTH = 500;

/** Whether a JSON text nests so deeply that parsing it takes much longer than reading it. */
export function isTooDeepText(text: string): boolean {
  if (text.length <= MAX_UNCHECKED_CHARACTERS) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_TEXT_DEPTH) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** Only texts with so many digits in a row can have an integer that a number does not hold exactly. */
const MANY_DIGITS = /\d{16}/;
/** A text in quotes, or an integer of many digits that is no part of another number. */
const STRING_OR_INTEGER = /"(?:[^"\\]+|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Valid JSON text whose integers beyond 2^53 are made texts, so that no digit of an id is lost. */
function keepLargeIntegers(text: string): string {
  return text.replace(STRING_OR_INTEGER, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );
}

/**
 * The value of a JSON text; undefined when it is not JSON or nests too deeply. Integers beyond 2^53 come as texts: a number
 * would change their last digits.
 */
export function parseJson(text: string): unknown {
  if (isTooDeepText(text)) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return MANY_DIGITS.test(text) ? (JSON.parse(keepLargeIntegers(text)) as unknown) : value;
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
