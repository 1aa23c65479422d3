import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { describeStanding } from '../describe';
import { countMatches, draw } from '../testing/draw';

describe('the tic-tac-toe board', () => {
  test('draws the marks, the last move and the line that won', async () => {
    const view = viewAfter('tic_tac_toe', ['A1', 'B1', 'A2', 'B2', 'A3']);
    const drawn = await draw('tic_tac_toe', view);
    expect(countMatches(drawn, /class="[^"]*cross/g)).toBe(3);
    expect(countMatches(drawn, /class="[^"]*nought/g)).toBe(2);
    expect(countMatches(drawn, /class="[^"]*win/g)).toBe(1);
    expect(describeStanding('tic_tac_toe', view)).toBe('X has three in a row');
  });
});
