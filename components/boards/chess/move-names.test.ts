import { expect, test } from 'vitest';
import { chess } from '@/lib/games/chess';
import { nameMoves } from './move-names';

test.each([
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/pPpp1ppp/8/3pP3/2N1N3/8/P6P/R3K2R w KQkq d6 0 1',
  '4k3/8/8/1N3N2/8/1N6/8/R3K2R w KQ - 0 1',
])('names every move of %s as the game does, without signs of check', (fen) => {
  const state = chess.decode(fen);
  const moves = chess.legalMoves(state, 0).map(String);
  const played = moves.map((move) => {
    const applied = chess.apply(state, 0, move, undefined as never);
    if (!applied.ok) throw new Error(applied.reason);
    return String(applied.events[0]?.data.notation).replace(/[+#]$/, '');
  });
  expect(moves.length).toBeGreaterThan(10);
  expect(nameMoves({ fen }, moves)).toEqual(played);
});
