import fc from 'fast-check';
import { EnglishDraughts } from 'rapid-draughts/english';
import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { checkers } from '@/lib/games/checkers';
import { pdnNumber, writePdn } from '@/lib/games/checkers/pdn';
import type { CheckersState } from '@/lib/games/checkers/position';
import { playListed, playRecord } from '@/lib/games/testing/record';
import { seeds } from '@/lib/games/testing/seeds';

const opening = checkers.setup({ options: {}, seats: 2, rng: new Rng({ seed: '00', drawn: 0 }) }).state;
const prepared = (list: string) => playListed(checkers, opening, list);

/** The moves of a file, found by an independent reader. */
function movesIn(pdn: string): string[] {
  const movetext = pdn.slice(pdn.indexOf('\n\n')).replace(/\{[^}]*\}/g, ' ');
  return movetext.match(/\b\d+(?:[-x]\d+)+\b/g)?.filter((word) => !/^[01]-[01]$/.test(word)) ?? [];
}

/** The square between the two squares of a jump; numbers start at 1, in rows of four, odd rows one square to the right. */
function between(from: number, to: number): number {
  const place = (number: number) => {
    const row = Math.floor((number - 1) / 4);
    return { row, column: 2 * ((number - 1) % 4) + (row % 2 === 0 ? 1 : 0) };
  };
  const [one, other] = [place(from), place(to)];
  const [row, column] = [(one.row + other.row) / 2, (one.column + other.column) / 2];
  return 4 * row + Math.floor(column / 2) + 1;
}

/** A king may take around a circle, back to where it began; the other program does not know such moves. */
function endsAtItsBeginning(written: string): boolean {
  const [first, ...others] = written.split('x');
  return others.includes(first as string);
}

/** Another program's board after the moves of a file: its squares are the numbers less one. */
function replayed(pdn: string) {
  const reader = EnglishDraughts.setup();
  for (const written of movesIn(pdn)) {
    const path = written.split(/[-x]/).map(Number);
    const captured = written.includes('x')
      ? path.slice(1).map((to, index) => between(path[index] as number, to) - 1)
      : [];
    const move = reader.moves.find(
      ({ origin, destination, captures }) =>
        origin + 1 === path[0] &&
        destination + 1 === path.at(-1) &&
        [...captures].sort().join() === [...captured].sort().join(),
    );
    if (!move) throw new Error(`${written} is not legal for the other program.`);
    reader.move(move);
  }
  return reader;
}

/** `B` and `W` for the file's colours, lower-case for men, by number. */
function ours({ rows }: CheckersState): Record<number, string> {
  const letters: Record<string, string> = { w: 'b', W: 'B', b: 'w', B: 'W' };
  const found: Record<number, string> = {};
  for (const [index, row] of rows.split('/').entries()) {
    for (const [column, letter] of [...row].entries()) {
      if (letters[letter]) found[pdnNumber(`${'abcdefgh'[column]}${8 - index}`)] = letters[letter];
    }
  }
  return found;
}

function theirs(reader: ReturnType<typeof replayed>): Record<number, string> {
  const found: Record<number, string> = {};
  for (const { position, piece } of reader.board) {
    if (position === undefined || !piece) continue;
    const letter = String(piece.player) === 'dark' ? 'b' : 'w';
    found[position + 1] = piece.king ? letter.toUpperCase() : letter;
  }
  return found;
}

describe('PDN', () => {
  it('numbers the squares as English draughts does, from the first mover’s side', () => {
    expect(['g1', 'a1', 'h2', 'b2', 'g3', 'a3', 'b8', 'h8'].map(pdnNumber)).toEqual([1, 4, 5, 8, 9, 12, 32, 29]);
    const every = Array.from({ length: 64 }, (_, at) => `${'abcdefgh'[at % 8]}${Math.floor(at / 8) + 1}`).filter(
      (name) => (name.charCodeAt(0) + Number(name[1])) % 2 === 0,
    );
    expect(every.map(pdnNumber).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 32 }, (_, index) => index + 1),
    );
  });

  it('records English draughts with black first and the orientation of the board', () => {
    const text = writePdn(prepared('c3d4 f6e5 d4f6'));
    expect(text).toContain('[White "House bot (easy)"]\n[Black "Nova"]\n[Result "*"]');
    expect(text).toContain('[BlackElo "1234"]\n[GameType "21,B,8,8,N1,0"]\n[Orientation "The board is turned by half');
    expect(text.split('\n\n')[1]).toBe('1. 11-15 22-18 2. 15x22 *\n');
  });

  it('is replayed by another program to the same board', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 90 }), (seed, most) => {
        const rng = new Rng({ seed, drawn: 0 });
        const match = playRecord(checkers, opening, most, (legal) => rng.pick(legal));
        const text = writePdn(match);
        expect(movesIn(text)).toHaveLength(match.moves.length);
        fc.pre(!movesIn(text).some(endsAtItsBeginning));
        expect(theirs(replayed(text))).toEqual(ours(match.states.at(-1) as CheckersState));
        for (const line of text.slice(text.indexOf('\n\n')).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [0, '0-1'],
    [1, '1-0'],
    [null, '1/2-1/2'],
  ])('gives the result to the colours of the file: seat %j, %s', (winner, result) => {
    const text = writePdn({ ...prepared('c3d4'), outcome: { results: [], reason: 'no_moves', winner } });
    expect(text).toContain(`[Result "${result}"]`);
    expect(text.trimEnd().endsWith(result)).toBe(true);
  });

  it('records an initial position other than the standard one', () => {
    const start = checkers.decode('......../......../......../....b.../.....w../......../......../W....... w');
    const text = writePdn(playRecord(checkers, start, 1, (legal) => legal[0] as string));
    expect(text).toContain('[SetUp "1"]\n[FEN "B:W18:BK4,14"]');
    expect(text).toMatch(/\n\n1\. 14x23 /);
  });
});
