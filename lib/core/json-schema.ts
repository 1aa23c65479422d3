import { z } from 'zod';

/**
 * JSON Schema, draft 2020-12, of what a tool takes or answers. Agents read it in their context, so it says nothing
 * twice: a format stands without the expression that checks it, an integer without the bounds of every number.
 */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    // Answers are not transformed: what a handler returns goes out, so both directions are what stands before parsing.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}
