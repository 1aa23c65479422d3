import { squareAt } from '../squares';
import type { ChessView } from './view';

/** A piece on its square. Its `id` stays the same when it moves, so that the move can be animated. */
export interface PlacedPiece {
  id: string;
  square: string;
  /** As in FEN: upper case is white. */
  letter: string;
}

/** Every piece of a position with its square. */
export function piecesOf(fen: string): PlacedPiece[] {
  return ranksOf(fen).flatMap((rank, row) =>
    [...rank].flatMap((letter, column) => {
      const square = squareAt(column, row);
      return letter === '.' ? [] : [{ id: `${letter}${square}`, square, letter }];
    }),
  );
}

/** Eight rows of eight letters from the top, `.` for an empty square. */
function ranksOf(fen: string): string[] {
  return fen
    .slice(0, fen.indexOf(' '))
    .split('/')
    .map((rank) => rank.replace(/\d/g, (run) => '.'.repeat(Number(run))));
}

/**
 * The pieces of the next position with the ids of the previous one: first a piece on the same square, then a piece of the
 * same kind, which has moved, then one of the same colour, which was promoted.
 */
export function piecesAfter(before: readonly PlacedPiece[], fen: string): PlacedPiece[] {
  const left = new Set(before);
  const take = (isSame: (old: PlacedPiece) => boolean): string | null => {
    const old = [...left].find(isSame);
    if (old) left.delete(old);
    return old?.id ?? null;
  };
  const colour = (letter: string) => letter === letter.toUpperCase();
  const found = piecesOf(fen);
  const ids = new Map<PlacedPiece, string>();
  const matchers: ((piece: PlacedPiece) => (old: PlacedPiece) => boolean)[] = [
    (piece) => (old) => old.square === piece.square && old.letter === piece.letter,
    (piece) => (old) => old.letter === piece.letter,
    (piece) => (old) => colour(old.letter) === colour(piece.letter),
  ];
  for (const isSame of matchers) {
    for (const piece of found) {
      const id = ids.has(piece) ? null : take(isSame(piece));
      if (id !== null) ids.set(piece, id);
    }
  }
  const used = new Set(ids.values());
  const fresh = (id: string): string => (used.has(id) ? fresh(`${id}+`) : id);
  return found.map((piece) => {
    const id = ids.get(piece) ?? fresh(piece.id);
    used.add(id);
    return { ...piece, id };
  });
}

/** The square of the king in check, or null. */
export function checkedSquare({ fen, turn, check }: Pick<ChessView, 'fen' | 'turn' | 'check'>): string | null {
  if (!check) return null;
  const king = turn === 'w' ? 'K' : 'k';
  return piecesOf(fen).find(({ letter }) => letter === king)?.square ?? null;
}

const KINDS: Record<string, string> = { P: 'pawn', R: 'rook', N: 'knight', B: 'bishop', Q: 'queen', K: 'king' };

/** `N` → `white knight`. */
export function pieceName(letter: string): string {
  const kind = letter.toUpperCase();
  return `${letter === kind ? 'white' : 'black'} ${KINDS[kind] ?? 'piece'}`;
}
