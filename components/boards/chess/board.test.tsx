import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { describeStanding } from '../describe';
import { countMatches, draw } from '../testing/draw';
import { checkedSquare, piecesAfter, piecesOf } from './position';

describe('the chess board', () => {
  test('draws every piece on its square, from either side', async () => {
    const view = viewAfter('chess', ['e2e4', 'c7c5', 'g1f3']) as { fen: string };
    const pieces = piecesOf(view.fen);
    expect(pieces).toHaveLength(32);
    expect(pieces).toContainEqual({ id: 'Nf3', square: 'f3', letter: 'N' });
    const placeOn = (drawn: string, square: string) =>
      new RegExp(`translate\\((\\d+)px, (\\d+)px\\)" data-square="${square}"`).exec(drawn)?.slice(1).map(Number);
    for (const mini of [false, true]) {
      expect(countMatches(await draw('chess', view, { mini }), /data-piece="/g)).toBe(32);
      expect(placeOn(await draw('chess', view, { mini }), 'a8')).toEqual([0, 0]);
      expect(placeOn(await draw('chess', view, { mini, flipped: true }), 'h1')).toEqual([0, 0]);
    }
  });

  test('keeps the id of a piece that moves, castles, captures or is promoted', () => {
    const before = piecesOf('r3k3/P3p3/8/8/8/8/8/4K2R w K - 0 1');
    const idOn = (pieces: typeof before, square: string) => pieces.find((piece) => piece.square === square)?.id;
    const castled = piecesAfter(before, 'r3k3/P3p3/8/8/8/8/8/5RK1 b - - 1 1');
    expect(idOn(castled, 'g1')).toBe(idOn(before, 'e1'));
    expect(idOn(castled, 'f1')).toBe(idOn(before, 'h1'));
    expect(idOn(castled, 'a8')).toBe(idOn(before, 'a8'));
    const promoted = piecesAfter(before, 'rQ2k3/4p3/8/8/8/8/8/4K2R b K - 0 1');
    expect(idOn(promoted, 'b8')).toBe(idOn(before, 'a7'));
    const piecesAfterCapture = piecesAfter(promoted, '1Q2k3/4p3/8/8/8/8/8/r3K2R w K - 0 2');
    expect(idOn(piecesAfterCapture, 'a1')).toBe(idOn(before, 'a8'));
    const anew = piecesAfter(piecesAfterCapture, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    expect(new Set(anew.map((piece) => piece.id)).size).toBe(32);
  });

  test('marks a king in check and describes who is ahead', () => {
    const view = viewAfter('chess', ['e2e4', 'f7f6', 'd1h5']) as unknown as Parameters<typeof checkedSquare>[0];
    expect(checkedSquare(view)).toBe('e8');
    expect(describeStanding('chess', view)).toBe('Black is in check; material is even');
    expect(describeStanding('chess', viewAfter('chess', ['e2e4', 'd7d5', 'e4d5']))).toBe(
      'White is 1 pawn up at move 2',
    );
  });
});
