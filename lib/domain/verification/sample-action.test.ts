import { expect, it } from 'vitest';
import { fastestMs } from '@/lib/testing/fastest';
import { sampleAction } from './sample-action';

it('takes the first legal move, else what the schema accepts', () => {
  expect(sampleAction({ legal_moves: ['e4'] }, { type: 'object' })).toBe('e4');
  const schema = { type: 'object', properties: { guess: { type: 'integer', minimum: 3 } }, required: ['guess'] };
  expect(sampleAction({}, schema)).toEqual({ guess: 3 });
});

it('answers quickly for a schema that names one property many times on many levels', async () => {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < 6; level++) {
    schema = { type: 'object', properties: { a: schema }, required: Array.from({ length: 1_000 }, () => 'a') };
  }
  expect(await fastestMs(() => sampleAction({}, schema))).toBeLessThan(200);
});
