import { describe, expect, test } from 'vitest';
import { isForTwo, momentName, recordRows } from './record-rows';
import type { Line } from './timeline';

/** `0 e4` is a move of the first seat; `- Nova resigned` is another event. */
const lines = (...entries: string[]): Line[] =>
  entries.map((one, index) => {
    const [seat = '', ...words] = one.split(' ');
    const isMove = seat !== '-';
    return {
      id: String(index),
      at: '',
      ply: index + 1,
      seat: isMove ? Number(seat) : null,
      notation: isMove ? words.join(' ') : null,
      sentence: one,
    };
  });

const rowTexts = (record: Line[]) =>
  recordRows(record).map(({ number, turns }) => [number, ...turns.map((turn) => turn.map((line) => line.notation))]);

describe('the record of two players', () => {
  test('has a row for each turn of both, and names moves by its numbers', () => {
    const record = lines('0 e4', '1 e5', '0 Nf3', '- Nova resigned');
    expect(rowTexts(record)).toEqual([
      [1, ['e4'], ['e5']],
      [2, ['Nf3'], []],
    ]);
    expect([1, 2, 3, 4, 0].map((ply) => momentName(record, 2, ply))).toEqual(['1. e4', '1… e5', '2. Nf3', null, null]);
  });

  test('keeps the moves of one turn together, and leaves the first turn empty when the second side starts', () => {
    expect(rowTexts(lines('1 6', '0 6', '0 2', '1 3', '1 6', '1 1', '0 4'))).toEqual([
      [1, [], ['6']],
      [2, ['6', '2'], ['3', '6', '1']],
      [3, ['4'], []],
    ]);
  });

  test('is used for two players with notated moves', () => {
    expect(isForTwo(lines('0 e4'), 2)).toBe(true);
    expect(isForTwo(lines('- Both chose'), 2)).toBe(false);
    expect(isForTwo(lines('0 hit'), 1)).toBe(false);
    expect(momentName(lines('0 hit', '1 stand'), 3, 1)).toBeNull();
  });
});
