import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { whileRunning } from '@/lib/core/game';
import { checkers } from '@/lib/games/checkers';
import { describePosition, describeStanding, nameMoves } from '../describe';
import { buttonTags, countMatches, draw } from '../testing/draw';

describe('the checkers board', () => {
  const captured = viewAfter('checkers', ['c3d4', 'f6e5', 'd4f6']);

  test('draws every piece on its square, the path of the last move, and what it captured', async () => {
    const drawn = await draw('checkers', captured);
    expect(countMatches(drawn, /data-piece="w"/g)).toBe(12);
    expect(countMatches(drawn, /data-piece="b"/g)).toBe(11);
    expect(countMatches(drawn, /class="[^"]*mark/g)).toBe(2);
    expect(drawn).toContain('data-taken="e5"');
    expect(drawn).toMatch(/translate\(550px, 250px\)"[^>]*data-moved="true"/);
    expect(await draw('checkers', captured, { flipped: true })).toMatch(
      /translate\(250px, 550px\)"[^>]*data-moved="true"/,
    );
  });

  test('marks kings, and numbers the squares on the large board only', async () => {
    const state = checkers.decode('...W..../......../......../......../......../......../......../B....... w 0 40 -');
    const drawn = await draw('checkers', checkers.view(state, whileRunning('spectator')));
    expect(countMatches(drawn, /class="[^"]*crown/g)).toBe(2);
    expect(countMatches(drawn, /<text/g)).toBe(16);
    expect(await draw('checkers', checkers.view(state, whileRunning('spectator')), { mini: true })).not.toContain(
      '<text',
    );
  });

  test('offers the dark squares, and rings the pieces that must capture', async () => {
    const legalMoves = ['e7g5', 'g7e5'];
    const drawn = await draw('checkers', captured, { play: { legalMoves, onMove: () => {}, isSending: false } });
    const all = buttonTags(drawn);
    expect(all).toHaveLength(32);
    expect(all.filter((button) => button.includes('data-state="legal"'))).toHaveLength(2);
    expect(all.find((button) => button.includes('data-target="e7"'))).toContain('aria-label="e7, black man, possible"');
    expect(drawn).toContain('A capture must be taken.');
  });

  test('names moves by the squares of their path', () => {
    expect(nameMoves('checkers', captured, ['c3d4', 'd4f6d8'])).toEqual(['c3-d4', 'd4xf6xd8']);
  });

  test('describes who is ahead in one clause', () => {
    const at = (text: string) =>
      describeStanding('checkers', checkers.view(checkers.decode(text), whileRunning('spectator')));
    expect(describeStanding('checkers', viewAfter('checkers', []))).toBe('Material is even at move 1');
    expect(describeStanding('checkers', captured)).toBe('Black must capture; white is 1 piece up');
    expect(at('.b....../......../......../......../......../......../......../W.W..... w 64 100 -')).toBe(
      'White is 1 piece up, 16 quiet moves from a draw',
    );
    expect(at('.b....../......../......../......../......../......../......../W....... w')).toBe(
      'White is 1 king up at move 1',
    );
    expect(at('.......b/......w./.....w../......../......../......../......../........ b')).toBe(
      'White has won: black cannot move',
    );
    expect(describePosition('checkers', captured, null)).toContain('Black: 11 men, 0 kings.');
  });
});
