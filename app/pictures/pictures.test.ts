import { describe, expect, test } from 'vitest';
import { playMatch } from '@/components/match/testing/play';
import type { MatchSnapshot } from '@/components/match/types';
import { ALL_GAMES } from '@/lib/games';
import { declaredFor, readSheet, type Styled, themeVariables } from './css';
import { pictureFont } from './font';
import { matchPicture } from './match-picture';
import { openingView } from './opening';
import { boardMarkup, wrapText } from './picture-parts';
import { plainPicture } from './plain-picture';
import { toPng } from './png';
import { isReadable, outlineText, removeMissing, truncateText } from './text-outline';
import { formatColour, resolveVariables } from './values';

const BOX = { x: 0, y: 0, width: 100, height: 100 };
/** What a program that draws SVG does not know, or would have to fetch. */
const UNKNOWN = /var\(|class=|<text|<style|color-mix|NaN|undefined|\[object/;

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

describe('preview images', () => {
  test('show the board of every game, without outside references', () => {
    for (const { id } of ALL_GAMES) {
      const board = boardMarkup(id, openingView(id), true, BOX);
      expect(board, `${id} is drawn`).toMatch(/^<svg .*viewBox="/);
      expect(board, `${id} needs no style sheet and no font`).not.toMatch(UNKNOWN);
      expect(board?.match(/<(path|rect|circle)/g)?.length).toBeGreaterThan(1);
    }
  });

  test('are 1200 by 630 for a match', async () => {
    const { snapshot } = playMatch('chess', ['e2e4', 'e7e5']);
    const svg = matchPicture(snapshot);
    expect(svg).not.toMatch(UNKNOWN);
    expect(sizeOf(await toPng(svg))).toEqual(['PNG', 1200, 630]);
  });

  test('fit up to eight players', () => {
    const { snapshot } = playMatch('tic_tac_toe', ['A1']);
    const [one] = snapshot.players;
    if (!one) throw new Error('There is a player.');
    for (const count of [1, 2, 3, 4, 5, 8]) {
      const players = Array.from({ length: count }, (_, seat) => ({ ...one, seat }));
      const rows = [
        ...matchPicture({ ...snapshot, players }).matchAll(/<svg x="(?:640|900)" y="(\d+)" width="(\d+)"/g),
      ];
      // The last one is our own mark below them.
      expect(rows).toHaveLength(count + 1);
      const [, y = 0, size = 0] = rows[count - 1] ?? [];
      // Two lines of the standing begin there.
      expect(Number(y) + Number(size)).toBeLessThan(430);
    }
  });

  test('escape hostile names and load nothing', async () => {
    const { snapshot } = playMatch('tic_tac_toe', []);
    const named = (display_name: string): MatchSnapshot => ({
      ...snapshot,
      players: snapshot.players.map((player) => ({ ...player, display_name })),
    });
    for (const name of ['</svg><script>', `"'&<`, '\u05E9\u05DC\u05D5\u05DD', '🦊🦊', 'W'.repeat(200), '']) {
      const svg = matchPicture(named(name));
      expect(svg).not.toMatch(/<script|href=|<image/);
      expect(sizeOf(await toPng(svg))).toEqual(['PNG', 1200, 630]);
    }
  });

  test('show a whole name, or the seat in place of an unreadable one', () => {
    const { snapshot } = playMatch('chess', ['e2e4']);
    const [white, black] = snapshot.players;
    if (!white || !black) throw new Error('Two play.');
    const drawn = (display_name: string, status = snapshot.status) =>
      matchPicture({ ...snapshot, status, players: [{ ...white, display_name }, black] });
    const seatOnly = drawn('White').replace(/<svg x="640" y="130".*?<\/svg>/s, '');
    for (const name of ['\u05E9\u05DC\u05D5\u05DD', '名無し A', '🦊', '', '\u200b'])
      expect(drawn(name).replace(/<svg x="640" y="130".*?<\/svg>/s, ''), name).toBe(seatOnly);
    for (const name of ['Грета', 'Σωκράτης', 'Nguyễn', 'Zoë 🦊']) expect(drawn(name), name).not.toBe(drawn('White'));
    expect(drawn('Zoe\u0308')).toBe(drawn('Zoë'));
  });

  test('exist for remote experiences too', async () => {
    const svg = plainPicture({ title: 'An unknown game', about: 'Words. '.repeat(80), note: '' });
    expect(svg).not.toMatch(UNKNOWN);
    expect(sizeOf(await toPng(svg))).toEqual(['PNG', 1200, 630]);
  });
});

describe('the text of a preview image', () => {
  test('is a path with the width of its letters', () => {
    const { path, width } = outlineText('Hi', 10);
    expect(path).toMatch(/^M[-\d MLQZ]+Z$/);
    expect(width).toBeCloseTo(outlineText('H', 10).width + outlineText('i', 10).width);
    expect(outlineText('HH', 20).width).toBeCloseTo(2 * outlineText('HH', 10).width);
    expect(outlineText('é', 10).path.length).toBeGreaterThan(outlineText('e', 10).path.length);
  });

  test('has Latin, Greek and Cyrillic letters at one size', () => {
    const font = pictureFont();
    const height = (letter: string) =>
      Math.max(...[...font.glyph(letter).path.matchAll(/-?\d+ (-?\d+)/g)].map(([, y]) => Number(y)));
    for (const letter of 'ΑΩЖЩĄŁẤҚ') {
      expect(font.has(letter), letter).toBe(true);
      expect(font.glyph(letter).path, letter).toMatch(/^M[-\d MLQZ]+Z$/);
    }
    const capital = height('H');
    for (const letter of 'ΑΠЖП') expect(Math.abs(height(letter) - capital) / capital, letter).toBeLessThan(0.08);
    expect(height('ω')).toBeLessThan(0.85 * height('Ω'));
    expect(isReadable('Σωκράτης ὁ Ἀθηναῖος, Грета, Nguyễn Thị, Žižek')).toBe(true);
  });

  test('is truncated, and drops characters that the font does not have', () => {
    expect(truncateText('Nova', 20, 500)).toBe('Nova');
    const short = truncateText('A very long name', 20, 80);
    expect(short).toMatch(/^A very.*…$/);
    expect(outlineText(short, 20).width).toBeLessThanOrEqual(80);
    expect(removeMissing('Zoë 🦊  \u05E9 x')).toBe('Zoë x');
    expect(pictureFont().has('é') && !pictureFont().has('\u05E9')).toBe(true);
    expect(isReadable('Zoë 🦊') && !isReadable('Zoë \u05E9') && !isReadable('🦊')).toBe(true);
    const lines = wrapText('one two three four five six seven', 20, 100, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
  });
});

describe('the styles of a preview image', () => {
  const element = (
    classes: string[],
    attributes: Record<string, string> = {},
    parent: Styled | null = null,
  ): Styled => {
    const siblings: Styled[] = [];
    const own = { tag: 'g', attributes: { ...attributes, class: classes.join(' ') }, parent, siblings };
    siblings.push(own, { ...own, attributes: {} });
    return own;
  };
  const sheet = readSheet(
    `/* a */ .a { fill: red; stroke: var(--x) } .b .a { fill: blue; } .b > .a { opacity: 0.5 }
     .b[data-live="true"] .a { fill: green } @media (x) { .a { fill: black } } .a:hover { fill: white }
     .a:not(.c):first-child, .d { x: 1 }`,
    (local) => `made-${local}`,
  );

  test('follow the cascade, without states and media queries', () => {
    const parent = element(['made-b']);
    expect(declaredFor(element(['made-a']), sheet)).toEqual({ fill: 'red', stroke: 'var(--x)', x: '1' });
    expect(declaredFor(element(['made-a', 'made-c'], {}, parent), sheet)).toMatchObject({
      fill: 'blue',
      opacity: '0.5',
    });
    const grandchild = element(['made-a'], {}, element([], {}, element(['made-b'], { 'data-live': 'true' })));
    expect(declaredFor(grandchild, sheet)).toEqual({ fill: 'green', stroke: 'var(--x)', x: '1' });
    expect(declaredFor(element(['a']), sheet)).toEqual({});
  });

  test('resolve variables and colours', () => {
    expect(resolveVariables('var(--a, var(--b))', { '--b': '1px' })).toBe('1px');
    expect(resolveVariables('var(--a)', {})).toBeNull();
    expect(resolveVariables('var(--a)', { '--a': 'var(--a)' })).toBeNull();
    expect(formatColour('#abc')).toBe('#abc');
    expect(formatColour('rgb(1 2 3 / 50%)')).toBe('rgba(1,2,3,0.5)');
    expect(formatColour('none')).toBe('none');
    const tokens = ':root { --r: 4px } :root, :root[data-s="dark"] { --g: #000 } :root[data-s="light"] { --g: #fff }';
    expect(themeVariables(tokens, 'dark')).toEqual({ '--r': '4px', '--g': '#000' });
    expect(themeVariables(tokens, 'light')).toEqual({ '--r': '4px', '--g': '#fff' });
  });
});
