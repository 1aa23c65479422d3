import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { play } from '@/components/match/testing/play';
import { catalogGames } from '@/lib/games';
import { checkedSquare } from './chess';
import { piecesOf } from './chess_mini';
import { GameBoard } from './registry';
import { standingOf, textOf } from './words';

interface Look {
  flipped?: boolean;
  mini?: boolean;
  text?: string | null;
}

function draw(gameId: string, view: unknown, { flipped = false, mini = false, text = null }: Look = {}): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <GameBoard gameId={gameId} view={view} text={text} label="The board" flipped={flipped} live mini={mini} />
    </MantineProvider>,
  );
}

const viewAfter = (gameId: string, moves: readonly unknown[]) => play(gameId, moves).snapshot.view;
const count = (text: string, part: RegExp) => [...text.matchAll(part)].length;

describe('boards', () => {
  test('every game of the catalog is drawn, small and large, and told in words', () => {
    for (const { id } of catalogGames()) {
      const { view, text } = play(id, []).snapshot;
      for (const mini of [false, true]) expect(draw(id, view, { mini, text })).toContain('aria-label="The board"');
      expect(standingOf(id, view), `${id} says who is ahead`).toBeTruthy();
      expect(textOf(id, view, null).split('\n').length).toBeGreaterThan(1);
    }
  });

  test('a game without a board of its own is shown in its own words', () => {
    expect(draw('backgammon', { anything: 1 }, { text: 'Black is on the bar.' })).toContain('Black is on the bar.');
    expect(standingOf('backgammon', {})).toBeNull();
  });

  test('tic-tac-toe draws the marks, the last move and the line that won', () => {
    const view = viewAfter('tic_tac_toe', ['A1', 'B1', 'A2', 'B2', 'A3']);
    const drawn = draw('tic_tac_toe', view);
    expect(count(drawn, /class="[^"]*cross/g)).toBe(3);
    expect(count(drawn, /class="[^"]*nought/g)).toBe(2);
    expect(count(drawn, /class="[^"]*win/g)).toBe(1);
    expect(standingOf('tic_tac_toe', view)).toBe('X has three in a row');
  });

  test('chess draws every piece where it stands, from either side', () => {
    const { fen } = viewAfter('chess', ['e2e4', 'c7c5', 'g1f3']) as { fen: string };
    const pieces = piecesOf(fen);
    expect(pieces).toHaveLength(32);
    expect(pieces).toContainEqual({ square: 'f3', piece: 'wN' });
    const view = viewAfter('chess', ['e2e4', 'c7c5', 'g1f3']);
    expect(count(draw('chess', view), /data-piece="/g)).toBe(32);
    expect(draw('chess', view).indexOf('data-square="a8"')).toBeLessThan(
      draw('chess', view).indexOf('data-square="h1"'),
    );
    const flipped = draw('chess', view, { flipped: true });
    expect(flipped.indexOf('data-square="h1"')).toBeLessThan(flipped.indexOf('data-square="a8"'));
  });

  test('chess marks a king in check and says who is ahead', () => {
    const view = viewAfter('chess', ['e2e4', 'f7f6', 'd1h5']) as unknown as Parameters<typeof checkedSquare>[0];
    expect(checkedSquare(view)).toBe('e8');
    expect(standingOf('chess', view)).toBe('Black is in check; material is even');
    expect(standingOf('chess', viewAfter('chess', ['e2e4', 'd7d5', 'e4d5']))).toBe('White is 1 pawn up at move 2');
  });

  test('even and odd hides a number until both are in, then shows both and the sum', () => {
    const half = draw('even_odd', viewAfter('even_odd', [{ number: 5 }]));
    expect(half).not.toMatch(/>5</);
    const whole = draw('even_odd', viewAfter('even_odd', [{ number: 5 }, { number: 4 }]));
    for (const number of [5, 4, 9]) expect(whole).toContain(`>${number}<`);
    expect(whole).toContain('odd');
  });
});
