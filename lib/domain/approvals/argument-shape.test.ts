import { describe, expect, it } from 'vitest';
import { describeShape, maskValues } from './argument-shape';

describe('describeShape', () => {
  it('names fields, types and lengths, and no value', () => {
    const input = {
      session_id: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01',
      action: { type: 'login', deep: { deeper: { secret: 'hunter2' } }, list: [1, 2] },
      count: 3,
      flag: true,
      nothing: null,
    };
    const shape = describeShape(input);
    expect(shape).toBe(
      '{ session_id: string(36), action: { type: string(5), deep: { deeper: object(1) }, list: array(2) }, count: number, flag: boolean, nothing: null }',
    );
  });

  it('stays short for hostile input, and is null without arguments', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}`.padEnd(1_000, 'x'), 'value']));
    expect(describeShape(wide)?.length).toBeLessThanOrEqual(500);
    expect([describeShape({}), describeShape(undefined), describeShape(null)]).toEqual([null, null, null]);
  });
});

describe('maskValues', () => {
  it('removes values of arguments from a message, and leaves moves', () => {
    const input = { action: { move: 'e2e5', args: ['correct horse'] }, password: 'hunter2' };
    expect(maskValues('Illegal move e2e5: hunter2 and correct horse are wrong', input)).toBe(
      'Illegal move e2e5: … and … are wrong',
    );
  });

  it('accepts arguments of any depth', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(10_000)}"hunter2"${'}'.repeat(10_000)}`);
    expect(maskValues('hunter2 is wrong', deep)).toBe('… is wrong');
    expect(describeShape(deep)).toBe('{ a: { a: { a: object(1) } } }');
  });
});
