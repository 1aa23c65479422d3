import type { BoardDefinition } from './define-board';
import { findBoard, parseView } from './registry';

/** Who is ahead, in a clause without a full stop; null for a game without a board. */
export function describeStanding(gameId: string, view: unknown): string | null {
  return withView(gameId, view, (board, parsed) => board.describeStanding(parsed));
}

/** The position as text; `fallback` is the text that the game itself makes. */
export function describePosition(gameId: string, view: unknown, fallback: string | null): string {
  const text = withView(gameId, view, (board, parsed) => board.describePosition(parsed));
  return text ?? fallback ?? JSON.stringify(view, null, 1);
}

/** Why a turn is a key moment; null for any other turn. */
export function describeKeyMoment(gameId: string, before: unknown, after: unknown): string | null {
  return withView(gameId, before, (board, from) => {
    const to = parseView(board, after);
    return to && board.describeKeyMoment(from, to);
  });
}

/** A note beside a player's name, such as a lead in material; null for none. */
export function describePlayer(gameId: string, view: unknown, seat: number): string | null {
  return withView(gameId, view, (board, parsed) => board.describePlayer?.(parsed, seat) ?? null);
}

/** Moves as players of the game write them; null where they have no other form than what the game takes. */
export function nameMoves(gameId: string, view: unknown, moves: readonly unknown[]): string[] | null {
  const texts = moves.filter((move) => typeof move === 'string');
  if (texts.length < moves.length) return null;
  return withView(gameId, view, (board, parsed) => board.nameMoves?.(parsed, texts) ?? null);
}

/** A view of another version of the game has no description here: the text of the game is shown instead. */
function withView<Result>(
  gameId: string,
  view: unknown,
  read: (board: BoardDefinition, view: Record<string, unknown>) => Result,
): Result | null {
  const board = findBoard(gameId);
  const parsed = board && parseView(board, view);
  return board && parsed ? read(board, parsed) : null;
}
