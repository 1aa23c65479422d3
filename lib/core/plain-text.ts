import { z } from 'zod';

/** A character that is visible: no space, no format character, none that fonts draw as nothing. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Drawn as nothing, so two texts with and without them look the same. The joiners of scripts and of emoji stay. */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;
const withoutHidden = (text: string) => text.replace(HIDDEN, '');

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
