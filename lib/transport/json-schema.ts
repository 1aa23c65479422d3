import { z } from 'zod';

/** JSON Schema, draft 2020-12, of what a tool takes or answers. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  // Answers are not transformed: what a handler returns goes out, so both directions are what stands before parsing.
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });
}
