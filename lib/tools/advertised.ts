import { z } from 'zod';
import { jsonSchemaOf } from '@/lib/core/json-schema';

/** A schema that tells callers what is right and lets everything through: the game says what is wrong with it. */
export function advertised(schema: z.ZodType) {
  return z.unknown().meta(shownAs(schema));
}

/** The same for a field that must be there, whatever it holds. */
export function required(schema: z.ZodType) {
  return z
    .unknown()
    .refine((value) => value !== undefined, 'is missing')
    .meta(shownAs(schema));
}

function shownAs(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...shown } = jsonSchemaOf(schema);
  return shown;
}
