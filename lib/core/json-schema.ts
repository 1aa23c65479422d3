import { z } from 'zod';

/**
 * JSON Schema, draft 2020-12, of a tool's arguments or answer. Agents read it in their context, so it repeats nothing: a
 * format has no pattern beside it, an integer not the bounds that every integer has.
 */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    // Answers are sent as the handler returns them, so both directions show the input side of the schema.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}
