import { expect, test } from 'vitest';
import { findPremove } from './own-seat-scope';

test.each([
  [['e2e4', 'e2e3', 'd2d4'], 'e2', 'e4', 'e2e4'],
  [['e2e4'], 'd2', 'd4', null],
  [['e7e8q', 'e7e8n', 'e7e8r', 'e7e8b'], 'e7', 'e8', 'e7e8q'],
  [['e7d8q', 'e7d8b', 'e7e8q'], 'e7', 'd8', 'e7d8q'],
  [['c3e5g7', 'c3e5g3'], 'c3', 'g7', 'c3e5g7'],
  [['c3e5g7', 'c3a5g7'], 'c3', 'g7', null],
])('of %j from %s to %s a premove is %s', (legal, from, to, expected) => {
  expect(findPremove(legal, { from, to })).toBe(expected);
});
