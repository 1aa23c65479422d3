import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { describePosition, describeStanding } from '../describe';
import { buttonTags, countMatches, draw } from '../testing/draw';

describe('the board of four in a row', () => {
  test('draws the discs, and rings the last one or the four that won', async () => {
    const running = await draw('four_in_a_row', viewAfter('four_in_a_row', [1, 1, 2, 2, 3, 3]));
    expect(countMatches(running, /data-disc="R"/g)).toBe(3);
    expect(countMatches(running, /class="[^"]*last/g)).toBe(1);
    expect(countMatches(running, /class="[^"]*fallen/g)).toBe(1);
    const over = await draw('four_in_a_row', viewAfter('four_in_a_row', [1, 1, 2, 2, 3, 3, 4]));
    expect(countMatches(over, /class="[^"]*win/g)).toBe(4);
    expect(countMatches(over, /class="[^"]*last/g)).toBe(0);
  });

  test('offers the columns that are not full', async () => {
    const view = viewAfter('four_in_a_row', [2, 2, 2, 2, 2, 2]);
    const legalMoves = [1, 3, 4, 5, 6, 7].map((column) => ({ column }));
    const all = buttonTags(
      await draw('four_in_a_row', view, { play: { legalMoves, onMove: () => {}, isSending: false } }),
    );
    expect(all).toHaveLength(7);
    expect(all[1]).toContain('aria-label="Column 2, full"');
    expect(all[1]).toContain('aria-disabled="true"');
    expect(all[0]).toContain('aria-label="Column 1, 0 of 6, possible"');
    const flipped = buttonTags(
      await draw('four_in_a_row', view, { flipped: true, play: { legalMoves, onMove: () => {}, isSending: false } }),
    );
    expect(flipped[0]).toContain('aria-label="Column 7, 0 of 6, possible"');
  });

  test('describes the threats', () => {
    const standing = (columns: string) => describeStanding('four_in_a_row', viewAfter('four_in_a_row', [...columns]));
    expect(standing('44')).toBe('Red to move, no four within reach');
    expect(standing('112233')).toBe('Red can make four in column 4');
    expect(standing('1122335')).toBe('Yellow must answer in column 4');
    expect(standing('2233741')).toBe('Yellow to move, no four within reach');
    expect(standing('33447'.concat('7', '2'))).toBe('Red threatens columns 1 and 5');
    expect(standing('1122334')).toBe('Red has four in a row');
    expect(describePosition('four_in_a_row', viewAfter('four_in_a_row', [4]), null)).toContain(
      'Last move: column 4, row 1.',
    );
  });
});
