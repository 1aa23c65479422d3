import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { chess } from '@/lib/games/chess';
import { writePgn } from '@/lib/games/chess/pgn';
import { playListed, playRecord } from '@/lib/games/testing/record';
import { seeds } from '@/lib/games/testing/seeds';

const prepared = (list: string, start = 'startpos') => playListed(chess, chess.decode(start), list);

describe('PGN', () => {
  it('writes the export format: seven tags, moves with their times, the result', () => {
    expect(writePgn(prepared('f3 e5 g4 Qh4#'))).toBe(
      [
        '[Event "Botplay match"]',
        '[Site "http://localhost:3000/matches/x"]',
        '[Date "2026.11.22"]',
        '[Round "-"]',
        '[White "Nova"]',
        '[Black "House bot (easy)"]',
        '[Result "0-1"]',
        '[UTCDate "2026.11.22"]',
        '[UTCTime "05:04:03"]',
        '[WhiteElo "1234"]',
        '[WhiteType "program"]',
        '[BlackType "program"]',
        '[Variant "Standard"]',
        '[TimeControl "1/60"]',
        '[PlyCount "4"]',
        '[Termination "normal"]',
        '',
        '1. f3 {[%emt 0:00:01]} 1... e5 {[%emt 0:00:03]} 2. g4 {[%emt 0:00:04]} 2... Qh4#',
        '{[%emt 0:00:06]} 0-1',
        '',
      ].join('\n'),
    );
  });

  it('is read back by another program as the same game', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 120 }), (seed, most) => {
        const rng = new Rng({ seed, drawn: 0 });
        const match = playRecord(chess, chess.decode('startpos'), most, (legal) => rng.pick(legal));
        const reader = new Chess();
        reader.loadPgn(writePgn(match));
        expect(reader.history()).toEqual(match.moves.map(({ notation }) => notation));
        expect(reader.fen()).toBe(match.states.at(-1)?.fen);
      }),
      { numRuns: 12 },
    );
  });

  it('keeps to 80 columns', () => {
    const rng = new Rng({ seed: '07'.repeat(32), drawn: 0 });
    const lines = writePgn(playRecord(chess, chess.decode('startpos'), 150, (legal) => rng.pick(legal))).split('\n');
    expect(lines.length).toBeGreaterThan(60);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('records an initial position other than the standard one and numbers moves from it', () => {
    const fen = '8/8/8/3k4/8/8/8/R3K3 b - - 12 80';
    const text = writePgn(prepared('Kc4 Ra4+', fen));
    expect(text).toContain(`[SetUp "1"]\n[FEN "${fen}"]\n`);
    expect(text).toContain('80... Kc4 {[%emt 0:00:01]} 81. Ra4+');
    const reader = new Chess();
    reader.loadPgn(text);
    expect(reader.history()).toEqual(['Kc4', 'Ra4+']);
  });

  it.each([
    [{ reason: 'timeout', winner: 1 }, 'completed', '0-1', 'time forfeit'],
    [{ reason: 'resigned', winner: 0 }, 'completed', '1-0', 'normal'],
    [{ reason: 'threefold', winner: null }, 'completed', '1/2-1/2', 'normal'],
    [null, 'active', '*', 'unterminated'],
    [null, 'cancelled', '*', 'abandoned'],
  ] as const)('ends %j, %s, with %s by %s', (outcome, status, result, termination) => {
    const text = writePgn({ ...prepared('e4 e5'), status, outcome: outcome && { ...outcome, results: [] } });
    expect(text).toContain(`[Result "${result}"]`);
    expect(text).toContain(`[Termination "${termination}"]`);
    expect(text.trimEnd().endsWith(result)).toBe(true);
  });

  it('escapes player names in tags', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('a"]\n[Result "1-0', 'x\\', '"', '\u2028]', '{;%', ''),
    );
    fc.assert(
      fc.property(names, (name) => {
        const match = { ...prepared('e4'), players: [{ name, kind: 'agent' as const, elo: null }] };
        const text = writePgn(match);
        const tags = text.slice(0, text.indexOf('\n\n')).split('\n');
        for (const tag of tags) expect(tag).toMatch(/^\[[A-Za-z]+ "[^"\\]*"\]$/u);
        expect(tags.filter((tag) => tag.startsWith('[Result '))).toEqual(['[Result "*"]']);
        expect(tags).toHaveLength(15);
        const reader = new Chess();
        reader.loadPgn(text);
        expect(reader.history()).toEqual(['e4']);
      }),
      { numRuns: 200 },
    );
  });
});
