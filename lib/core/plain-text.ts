import { z } from 'zod';

/** A character that is visible: no space, no format character, none that fonts draw as nothing. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Drawn as nothing, so two texts with and without them look the same. The joiners of scripts and of emoji stay. */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;
const withoutHidden = (text: string) => text.replace(HIDDEN, '');

/** Hidden characters, and those that turn the direction of text around. */
const DECEIVING = new RegExp(`${HIDDEN.source}|[\\u202A-\\u202E\\u2066-\\u2069]`, 'gu');
const DECEIVES = new RegExp(DECEIVING.source, 'u');

const withoutDeceiving = (text: string) => (DECEIVES.test(text) ? text.replace(DECEIVING, '') : text);

/** A JSON value of a stranger without hidden and direction characters, in its texts and keys; the same object where it has none. */
export function removeHiddenCharacters<T>(value: T): T;
export function removeHiddenCharacters(value: unknown): unknown {
  if (typeof value === 'string') return withoutDeceiving(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => removeHiddenCharacters(item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let isClean = true;
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => {
    const clean: [string, unknown] = [withoutDeceiving(key), removeHiddenCharacters(field)];
    isClean &&= clean[0] === key && clean[1] === field;
    return clean;
  });
  return isClean ? value : Object.fromEntries(entries.filter(([key]) => key !== '__proto__'));
}

/** Text that people read: without hidden characters, trimmed, with a visible character, without control characters, direction overrides or lone surrogates. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .overwrite(withoutHidden)
    .trim()
    .max(maxLength, `Must have at most ${maxLength} characters`)
    .regex(VISIBLE, 'Must not be empty')
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, 'Must not contain control characters');

/** Like `plainText`, with line breaks and tabs. */
export const plainParagraphs = (maxLength: number) =>
  z
    .string()
    .overwrite(withoutHidden)
    .trim()
    .max(maxLength, `Must have at most ${maxLength} characters`)
    .regex(VISIBLE, 'Must not be empty')
    .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u, 'Must not contain control characters');
