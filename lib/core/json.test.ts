import { describe, expect, it } from 'vitest';
import { canonicalJson, findJsonFault, isTooDeep } from './json';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('findJsonFault', () => {
  it.each<[string, unknown]>([
    ['text', { a: ['é', '🎲', { b: 'x' }] }],
    ['numbers, booleans and null', [1, null, true, undefined]],
    ['63 levels', nested(63)],
    ['a key that only contains a forbidden one', { my_constructor: 1 }],
  ])('accepts %s', (_what, value) => {
    expect(findJsonFault(value)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['U+0000', 'a\0b'],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate', 'x\udc00y'],
    ['a key with U+0000', { 'a\0': 1 }],
    ['65 levels', nested(66)],
    ['a hundred thousand values', Array.from({ length: 100_001 }, () => 0)],
    ['a million characters', Array.from({ length: 20 }, () => 'x'.repeat(60_000))],
  ])('rejects %s', (_what, value) => {
    expect(findJsonFault(value)).toMatchObject({ message: expect.any(String) });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('rejects the key %s at any depth, with its path', (key) => {
    const value = JSON.parse(`{"a":[{"${key}":{"x":1}}]}`) as unknown;
    expect(findJsonFault(value)).toEqual({ path: ['a', 0, key], message: `the key ${key} is not allowed` });
  });

  it('takes time in proportion to the size of the value', () => {
    const wide = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`k${n}`, n]));
    const startedMs = performance.now();
    expect(findJsonFault(wide)).toBeNull();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('isTooDeep', () => {
  it('checks the depth alone', () => {
    expect(isTooDeep(nested(64))).toBe(false);
    expect(isTooDeep(nested(65))).toBe(true);
    expect(isTooDeep(JSON.parse('{"constructor":"a\\u0000"}'))).toBe(false);
    expect(isTooDeep(nested(5_000))).toBe(true);
  });
});

describe('canonicalJson', () => {
  it('does not depend on the order of keys, at any depth', () => {
    const one = { b: [{ y: 1, x: null }], a: 'é', 10: 1, 9: 2 };
    const other = { 9: 2, 10: 1, a: 'é', b: [{ x: null, y: 1 }] };
    expect(canonicalJson(one)).toBe(canonicalJson(other));
    expect(JSON.parse(canonicalJson(one))).toEqual(one);
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });
});
