import type { ChessView } from './view';

/** The fields of a FEN that tell a position: pieces, turn, castling and en passant. */
const POSITION_FIELDS = 4;

/** Loads the names of openings, by the data set of lichess. @returns the name of a position; null for one without a name */
export async function loadOpenings(): Promise<(view: ChessView) => string | null> {
  const { default: data } = await import('@/generated/chess-openings.json');
  const names: Readonly<Record<string, string>> = data;
  return ({ fen }) => names[fen.split(' ', POSITION_FIELDS).join(' ')] ?? null;
}
