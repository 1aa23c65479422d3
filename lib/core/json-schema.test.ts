import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema';

it('a format stands alone, and an integer has only the bounds that somebody chose', () => {
  const schema = z.strictObject({
    id: z.uuid().describe('Which one'),
    at: z.iso.datetime().nullable(),
    seat: z.int(),
    page: z.int().min(1).max(10),
    code: z.string().regex(/^[A-Z]+$/),
  });
  expect(jsonSchemaOf(schema)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'Which one' },
      at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      seat: { type: 'integer' },
      page: { type: 'integer', minimum: 1, maximum: 10 },
      code: { type: 'string', pattern: '^[A-Z]+$' },
    },
    required: ['id', 'at', 'seat', 'page', 'code'],
    additionalProperties: false,
  });
});
