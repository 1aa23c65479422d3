import { expect, test } from 'vitest';
import { toggleDrawn } from './square-notes';

test('an arrow or mark that is drawn again goes, and others stay', () => {
  const arrow = { from: 'e2', to: 'e4' };
  const mark = { from: 'd5', to: 'd5' };
  const both = toggleDrawn(toggleDrawn([], arrow), mark);
  expect(both).toEqual([arrow, mark]);
  expect(toggleDrawn(both, arrow)).toEqual([mark]);
});
