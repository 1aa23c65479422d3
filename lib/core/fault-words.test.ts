import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import './fault-words';

const fault = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('the text of a fault', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['a missing text', z.string(), undefined, 'is missing'],
    ['a missing union', z.union([z.string(), z.number()]), undefined, 'is missing'],
    ['a missing choice', z.enum(['easy', 'strong']), undefined, 'must be one of "easy", "strong"'],
    ['another type', z.string(), 7, 'must be text'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['a list for an object', z.object({}), [], 'must be an object'],
    ['a long text', z.string().max(3), 'four', 'must have at most 3 characters'],
    ['a short text', z.string().min(2), 'a', 'must have at least 2 characters'],
    ['an empty text', z.string().min(1), '', 'must not be empty'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['a large number', z.number().max(5), 6, 'must be at most 5'],
    ['a number at an open end', z.number().gt(0), 0, 'must be above 0'],
    ['an unknown word', z.enum(['easy', 'strong']), 'foo', 'must be one of "easy", "strong"'],
    ['another constant', z.literal(2), 3, 'must be 2'],
    ['a schema with its own message', z.string().min(1, 'Say something'), '', 'Say something'],
  ])('%s', (_name, schema, value, message) => {
    expect(fault(schema, value)).toBe(message);
  });
});
