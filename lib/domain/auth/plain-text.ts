import { z } from 'zod';

/** Text that people read: no control characters, no direction overrides, no broken surrogates; trimmed, not empty. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be empty')
    .max(maxLength, `Must have at most ${maxLength} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, 'Must not hold control characters');
