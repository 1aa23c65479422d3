import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { play } from '@/components/match/testing/play';
import { whileRunning } from '@/lib/core/game';
import { checkers } from '@/lib/games/checkers';
import type { BoardProps } from './board';
import { GameBoard } from './registry';
import { standingOf, textOf } from './words';

function draw(gameId: string, view: unknown, look: Partial<BoardProps> = {}): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <GameBoard gameId={gameId} view={view} text={null} label="The board" flipped={false} live {...look} />
    </MantineProvider>,
  );
}

const viewAfter = (gameId: string, moves: readonly unknown[]) => play(gameId, moves).snapshot.view;
const count = (text: string, part: RegExp) => [...text.matchAll(part)].length;
const buttons = (drawn: string) => [...drawn.matchAll(/<button[^>]*>/g)].map(([button]) => button);

describe('checkers', () => {
  const taken = viewAfter('checkers', ['c3d4', 'f6e5', 'd4f6']);

  test('draws every piece where it stands, the way of the last move, and what it took', () => {
    const drawn = draw('checkers', taken);
    expect(count(drawn, /data-piece="w"/g)).toBe(12);
    expect(count(drawn, /data-piece="b"/g)).toBe(11);
    expect(count(drawn, /class="[^"]*mark/g)).toBe(2);
    expect(drawn).toContain('data-taken="e5"');
    expect(drawn).toMatch(/translate\(550px, 250px\)"[^>]*data-moved="true"/);
    expect(draw('checkers', taken, { flipped: true })).toMatch(/translate\(250px, 550px\)"[^>]*data-moved="true"/);
  });

  test('marks kings, and numbers the squares on a large board alone', () => {
    const state = checkers.decode('...W..../......../......../......../......../......../......../B....... w 0 40 -');
    const drawn = draw('checkers', checkers.view(state, whileRunning('spectator')));
    expect(count(drawn, /class="[^"]*crown/g)).toBe(2);
    expect(count(drawn, /<text/g)).toBe(16);
    expect(draw('checkers', checkers.view(state, whileRunning('spectator')), { mini: true })).not.toContain('<text');
  });

  test('offers the dark squares, and rings the pieces that must take', () => {
    const legalMoves = ['e7g5', 'g7e5'];
    const drawn = draw('checkers', taken, { play: { legalMoves, onMove: () => {}, isSending: false } });
    const all = buttons(drawn);
    expect(all).toHaveLength(32);
    expect(all.filter((button) => button.includes('data-state="legal"'))).toHaveLength(2);
    expect(all.find((button) => button.includes('data-target="e7"'))).toContain('aria-label="e7, black man, possible"');
    expect(drawn).toContain('A capture must be taken.');
  });

  test('says who is ahead in a clause', () => {
    const at = (text: string) =>
      standingOf('checkers', checkers.view(checkers.decode(text), whileRunning('spectator')));
    expect(standingOf('checkers', viewAfter('checkers', []))).toBe('Material is even at move 1');
    expect(standingOf('checkers', taken)).toBe('Black must capture; white is 1 piece up');
    expect(at('.b....../......../......../......../......../......../......../W.W..... w 64 100 -')).toBe(
      'White is 1 piece up, 16 quiet moves from a draw',
    );
    expect(at('.b....../......../......../......../......../......../......../W....... w')).toBe(
      'White is 1 king up at move 1',
    );
    expect(at('.......b/......w./.....w../......../......../......../......../........ b')).toBe(
      'White has won: black cannot move',
    );
    expect(textOf('checkers', taken, null)).toContain('Black: 11 men, 0 kings.');
  });
});

describe('four in a row', () => {
  test('draws the discs, rings the last one and then the four that won', () => {
    const running = draw('four_in_a_row', viewAfter('four_in_a_row', [1, 1, 2, 2, 3, 3]));
    expect(count(running, /data-disc="R"/g)).toBe(3);
    expect(count(running, /class="[^"]*last/g)).toBe(1);
    expect(count(running, /class="[^"]*fallen/g)).toBe(1);
    const over = draw('four_in_a_row', viewAfter('four_in_a_row', [1, 1, 2, 2, 3, 3, 4]));
    expect(count(over, /class="[^"]*win/g)).toBe(4);
    expect(count(over, /class="[^"]*last/g)).toBe(0);
  });

  test('offers the columns that are not full', () => {
    const view = viewAfter('four_in_a_row', [2, 2, 2, 2, 2, 2]);
    const legalMoves = [1, 3, 4, 5, 6, 7].map((column) => ({ column }));
    const all = buttons(draw('four_in_a_row', view, { play: { legalMoves, onMove: () => {}, isSending: false } }));
    expect(all).toHaveLength(7);
    expect(all[1]).toContain('aria-label="Column 2, full"');
    expect(all[1]).toContain('aria-disabled="true"');
    expect(all[0]).toContain('aria-label="Column 1, 0 of 6, possible"');
    const flipped = buttons(
      draw('four_in_a_row', view, { flipped: true, play: { legalMoves, onMove: () => {}, isSending: false } }),
    );
    expect(flipped[0]).toContain('aria-label="Column 7, 0 of 6, possible"');
  });

  test('says who threatens what', () => {
    const standing = (columns: string) => standingOf('four_in_a_row', viewAfter('four_in_a_row', [...columns]));
    expect(standing('44')).toBe('Red to move, no four within reach');
    expect(standing('112233')).toBe('Red can make four in column 4');
    expect(standing('1122335')).toBe('Yellow must answer in column 4');
    expect(standing('2233741')).toBe('Yellow to move, no four within reach');
    expect(standing('33447'.concat('7', '2'))).toBe('Red threatens columns 1 and 5');
    expect(standing('1122334')).toBe('Red has four in a row');
    expect(textOf('four_in_a_row', viewAfter('four_in_a_row', [4]), null)).toContain('Last move: column 4, row 1.');
  });
});
