import { piecesOf } from './position';
import type { ChessView } from './view';

/** Moves in UCI as players write them, without signs of check: `Nf3`, `exd5`, `Rad1`, `O-O`, `e8=Q`. */
export function nameMoves({ fen }: Pick<ChessView, 'fen'>, moves: readonly string[]): string[] {
  const letters = new Map(piecesOf(fen).map(({ square, letter }) => [square, letter.toUpperCase()]));
  return moves.map((move) => nameMove(move, letters, moves));
}

function nameMove(move: string, letters: ReadonlyMap<string, string>, all: readonly string[]): string {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const letter = letters.get(from) ?? '';
  if (letter === 'K' && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2) return to < from ? 'O-O-O' : 'O-O';
  const takes = letters.has(to) || (letter === 'P' && from[0] !== to[0]) ? 'x' : '';
  if (letter === 'P') {
    const promotion = move.length > 4 ? `=${move.slice(4).toUpperCase()}` : '';
    return `${takes && from[0]}${takes}${to}${promotion}`;
  }
  const others = all.filter((other) => {
    const start = other.slice(0, 2);
    return start !== from && other.slice(2, 4) === to && letters.get(start) === letter;
  });
  return `${letter}${originOf(from, others)}${takes}${to}`;
}

/** What tells a piece from others of its kind that reach the same square: its file, else its rank, else both. */
function originOf(from: string, others: readonly string[]): string {
  if (others.length === 0) return '';
  if (others.every((other) => other[0] !== from[0])) return from.charAt(0);
  return others.every((other) => other[1] !== from[1]) ? from.charAt(1) : from;
}
