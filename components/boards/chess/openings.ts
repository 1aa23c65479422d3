import type { Openings } from '../define-board';
import type { ChessView } from './view';

/** The fields of a FEN that tell a position: pieces, turn, castling and en passant. */
const POSITION_FIELDS = 4;

/** The openings of the data set of lichess, whose longest line has 36 plies. */
export const openings: Openings<ChessView> = {
  lastPly: 40,
  load: async () => {
    const { default: data } = await import('@/generated/chess-openings.json');
    const names: Readonly<Record<string, string>> = data;
    return ({ fen }) => names[fen.split(' ', POSITION_FIELDS).join(' ')] ?? null;
  },
};
