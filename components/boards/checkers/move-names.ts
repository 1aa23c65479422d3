/** Moves in the notation of the game as a path: `c3-d4`, a capture `d4xf6xd8`. */
export function nameMoves(_view: unknown, moves: readonly string[]): string[] {
  return moves.map((move) => {
    const squares = move.match(/../g) ?? [];
    const [first, second] = squares;
    const takes = Math.abs((first ?? '').charCodeAt(0) - (second ?? '').charCodeAt(0)) === 2;
    return squares.join(takes ? 'x' : '-');
  });
}
