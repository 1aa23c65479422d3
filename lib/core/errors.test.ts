import { describe, expect, it } from 'vitest';
import './fault-words';
import { z } from 'zod';
import { validationError } from './errors';

const schema = z.strictObject({ name: z.string(), deep: z.array(z.strictObject({})).optional() });

function issuesOf(input: unknown) {
  const parsed = schema.safeParse(input);
  return validationError(parsed.error?.issues ?? []).details?.issues;
}

describe('validationError', () => {
  it('names the path of every fault, of unknown fields too', () => {
    expect(issuesOf({ name: 7, deep: [{}, { a: 1, b: 2 }], surplus: true })).toEqual([
      { path: ['name'], message: 'must be text' },
      { path: ['deep', 1, 'a'], message: 'Unrecognized key: "a"' },
      { path: ['deep', 1, 'b'], message: 'Unrecognized key: "b"' },
      { path: ['surplus'], message: 'Unrecognized key: "surplus"' },
    ]);
  });

  it('limits the size of the answer, whatever the number and length of unknown fields', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(5_000)}${index}`, 1]));
    const error = validationError(schema.safeParse({ name: 'a', ...many }).error?.issues ?? []);
    expect(error.details?.issues).toHaveLength(20);
    expect(JSON.stringify(error.toWire()).length).toBeLessThan(10_000);
  });
});
