import { validate, version } from 'uuid';
import { describe, expect, test } from 'vitest';
import { newId } from './ids';

describe('newId', () => {
  test('makes ids of version 7 that sort in the order of their making, many in one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId());
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });
});
