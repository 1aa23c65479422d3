import type { EventSentence } from '../define-board';

/** A move in the notation of the game as a path: `c3-d4`, a capture `d4xf6xd8`. */
export function writeMove(move: string): string {
  const squares = move.match(/../g) ?? [];
  const [first, second] = squares;
  const takes = Math.abs((first ?? '').charCodeAt(0) - (second ?? '').charCodeAt(0)) === 2;
  return squares.join(takes ? 'x' : '-');
}

/** The same of several moves. */
export function nameMoves(_view: unknown, moves: readonly string[]): string[] {
  return moves.map(writeMove);
}

export const eventSentences: Record<string, EventSentence> = {
  move_played: (data, playerName) => `${playerName(data.seat)} played ${writeMove(String(data.move))}.`,
};
