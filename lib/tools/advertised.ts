import { z } from 'zod';
import { jsonSchemaOf } from '@/lib/core/json-schema';

/** Lists a schema but accepts every value: the game itself says what is wrong with one. */
export function advertised(schema: z.ZodType) {
  return z.unknown().meta(listedSchema(schema));
}

/** The same for a required field. */
export function required(schema: z.ZodType) {
  return z
    .unknown()
    .refine((value) => value !== undefined, 'is missing')
    .meta(listedSchema(schema));
}

function listedSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...listed } = jsonSchemaOf(schema);
  return listed;
}
