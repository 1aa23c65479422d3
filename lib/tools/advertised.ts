import { z } from 'zod';

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
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return shown;
}
