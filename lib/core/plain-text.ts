import { z } from 'zod';

/** What leaves a mark: no space, no format character, none that fonts leave out or draw as nothing. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text that people read: no control characters, no direction overrides, no broken surrogates; trimmed, something to see. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Must have at most ${maxLength} characters`)
    .regex(VISIBLE, 'Must not be empty')
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, 'Must not hold control characters');
