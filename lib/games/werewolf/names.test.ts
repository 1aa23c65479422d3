import { expect, it } from 'vitest';
import { namesInTown } from './names';

it('numbers equal names, and gives a name that is a role a note', () => {
  expect(namesInTown(['Nova', 'Seer', 'nova', 'Nova 2', 'The Seer', 'Seer', 'Ada'])).toEqual([
    'Nova',
    'Seer (player)',
    'nova 2',
    'Nova 2 2',
    'The Seer (player)',
    'Seer (player) 2',
    'Ada',
  ]);
});

it('keeps a numbered name as short as a name may be', () => {
  const long = 'x'.repeat(32);
  expect(namesInTown([long, long])[1]).toBe(`${'x'.repeat(30)} 2`);
});
