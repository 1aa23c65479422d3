import { describe, expect, test } from 'vitest';
import { formatCost, formatThinkingTime, modelAt, notesAt } from './notes';
import { playMatch } from './testing/play';
import { createTimeline } from './timeline';

const noted = (id: string, seat: number, ply: number, note: string, name?: string) => ({
  id,
  type: 'move_noted',
  at: '2026-01-01T00:00:00.000Z',
  data: { seat, ply, input: ply, note, model: name ? { provider: null, name } : null, spent_ms: 1200 },
});

describe('what agents say beside their moves', () => {
  const { snapshot, events } = playMatch('tic_tac_toe', ['A1', 'B1', 'A2']);
  const after = '7ZZZZZZZZZZZZZZZZZZZZZZZZ';
  const { notes, lines } = createTimeline(snapshot, [
    ...events,
    noted(`${after}1`, 0, 1, 'first', 'model-a'),
    noted(`${after}2`, 1, 2, 'answer'),
    noted(`${after}3`, 0, 3, 'second'),
  ]);

  test('is shown for the position, the newest of each seat first, and is no line of the record', () => {
    expect(notesAt(notes, 0)).toEqual([]);
    expect(notesAt(notes, 2).map(({ note }) => note)).toEqual(['answer', 'first']);
    expect(notesAt(notes, 3).map(({ note }) => note)).toEqual(['second', 'answer']);
    expect(lines).toEqual(createTimeline(snapshot, events).lines);
  });

  test('names the model that a seat last said it uses', () => {
    expect(modelAt(notes, 0, 3)).toBe('model-a');
    expect(modelAt(notes, 0, 0)).toBeNull();
    expect(modelAt(notes, 1, 3)).toBeNull();
  });
});

test('times and costs are readable', () => {
  expect([400, 9_960, 12_300, 125_000].map(formatThinkingTime)).toEqual(['0.4 s', '10 s', '12 s', '2 min 5 s']);
  expect([0, 0.00423, 0.5, 1.2].map(formatCost)).toEqual(['$0', '$0.0042', '$0.50', '$1.20']);
});
