import { z } from 'zod';

/** A character that is visible: no space, no format character, none that fonts draw as nothing. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text that people read: trimmed, with a visible character, without control characters, direction overrides or lone surrogates. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Must have at most ${maxLength} characters`)
    .regex(VISIBLE, 'Must not be empty')
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, 'Must not contain control characters');

/** Like `plainText`, with line breaks and tabs. */
export const plainParagraphs = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Must have at most ${maxLength} characters`)
    .regex(VISIBLE, 'Must not be empty')
    .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u, 'Must not contain control characters');
