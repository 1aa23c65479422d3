import { describe, expect, it } from 'vitest';
import { chess } from '@/lib/games/chess';
import { judge } from '@/lib/games/chess/judge';

const NODES = 30_000;
const at = (text: string) => judge(chess.decode(text), NODES);

/** The same position with the colours exchanged: rows reversed, letters in the other case, the other side to move. */
function mirrored(fen: string): string {
  const [placement = '', turn, castling = '-', , ...counters] = fen.split(' ');
  const exchange = (text: string) =>
    text.replace(/[a-zA-Z]/g, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
  const rows = placement.split('/').reverse().map(exchange).join('/');
  const rights = [...exchange(castling)].sort().join('');
  return [rows, turn === 'w' ? 'b' : 'w', rights, '-', ...counters].join(' ');
}

describe('the judge of chess', () => {
  it.each([
    ['6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1', 'white mates in 1', 1],
    ['kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1', 'white mates in 2', 1],
    ['3rr1k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1', 'black mates in 1', -1],
  ])('proves the mate in %s: %s', (fen, words, advantage) => {
    expect(at(fen)).toMatchObject({ words, advantage, exact: true });
  });

  it('reports a forced mate against the side to move', () => {
    const judgement = at('7k/8/5K2/8/8/8/8/6Q1 b - - 0 1');
    expect(judgement).toMatchObject({ advantage: 1, exact: true, best: ['h8h7'] });
    expect(judgement.words).toMatch(/^white mates in \d$/);
  });

  it('reports the result of a finished game', () => {
    expect(at('startpos moves f2f3 e7e5 g2g4 d8h4')).toEqual({
      advantage: -1,
      exact: true,
      best: [],
      words: 'black has won',
    });
    expect(at('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).toEqual({ advantage: 0, exact: true, best: [], words: 'drawn' });
  });

  it('estimates the opening as level and an extra queen as nearly won, and proves neither', () => {
    const beginning = at('startpos');
    expect(Math.abs(beginning.advantage)).toBeLessThan(0.15);
    expect(beginning.exact).toBe(false);
    const ahead = at('rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    expect(ahead.advantage).toBeGreaterThan(0.85);
    expect(ahead.advantage).toBeLessThan(1);
    expect(ahead.words).toMatch(/^\+\d+\.\d$/);
  });

  it.each([
    ['a bishop each, one attacked', '8/5b2/8/8/8/k3K3/1B6/8 b - - 5 209'],
    ['a knight against a bishop', '8/8/8/8/8/k3K3/8/2N2b2 b - - 5 209'],
  ])('says level where neither side can force a win: %s', (_name, fen) => {
    expect(at(fen)).toMatchObject({ advantage: 0, words: 'level' });
  });

  it.each([
    'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3',
    '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1',
    '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1',
  ])('negates its judgement of %s with colours exchanged', (fen) => {
    const one = at(fen);
    const other = at(mirrored(fen));
    expect(other.advantage).toBeCloseTo(-one.advantage, 1);
  });

  it('returns a legal best move, deterministically', () => {
    for (const text of ['startpos', 'startpos moves e2e4 e7e5 g1f3', '8/8/8/3k4/8/8/8/R3K3 w - - 0 1']) {
      const state = chess.decode(text);
      const first = judge(state, 5_000);
      expect(chess.legalMoves(state, chess.actors(state)[0] ?? 0)).toContain(first.best[0]);
      expect(judge(state, 5_000)).toEqual(first);
    }
  });
});
