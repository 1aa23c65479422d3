import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema';

it('lists a format without its pattern and an integer with only the bounds that were set', () => {
  const schema = z.strictObject({
    id: z.uuid().describe('The id'),
    at: z.iso.datetime().nullable(),
    seat: z.int(),
    page: z.int().min(1).max(10),
    code: z.string().regex(/^[A-Z]+$/),
  });
  expect(jsonSchemaOf(schema)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The id' },
      at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      seat: { type: 'integer' },
      page: { type: 'integer', minimum: 1, maximum: 10 },
      code: { type: 'string', pattern: '^[A-Z]+$' },
    },
    required: ['id', 'at', 'seat', 'page', 'code'],
    additionalProperties: false,
  });
});
