import { findBoard } from './registry';

/** The fields of a view that the board of its game draws; all fields for a game without a board. */
export function pickDrawnFields(gameId: string, view: Record<string, unknown>): Record<string, unknown> {
  const board = findBoard(gameId);
  if (!board) return view;
  const drawn = Object.keys(board.view.entries).flatMap((key) => (key in view ? [[key, view[key]]] : []));
  return Object.fromEntries(drawn);
}
