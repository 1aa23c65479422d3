import { type CheckersState, decode } from '@/lib/games/checkers/position';

/** A position from the squares of its pieces: `put('w', 'c3 Kd4', 'e5')` has a white king on d4 and a black man. */
export function positionWith(turn: 'w' | 'b', white: string, black: string, quiet = 0): CheckersState {
  const rows = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => '.'));
  for (const [letter, squares] of [
    ['w', white],
    ['b', black],
  ] as const) {
    for (const word of squares.split(' ').filter(Boolean)) {
      const square = word.replace('K', '');
      const row = rows[8 - Number(square[1])] as string[];
      row[square.charCodeAt(0) - 97] = word.startsWith('K') ? letter.toUpperCase() : letter;
    }
  }
  return decode(`${rows.map((row) => row.join('')).join('/')} ${turn} ${quiet} ${turn === 'w' ? 100 : 101} -`);
}
