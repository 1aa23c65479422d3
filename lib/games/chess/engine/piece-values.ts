/** Piece codes: kind 1 to 6, black plus 8, 0 for an empty square. */
export const PAWN = 1;
export const KNIGHT = 2;
export const BISHOP = 3;
export const ROOK = 4;
export const QUEEN = 5;
export const KING = 6;

/** Gain of a capture, in centipawns, by kind. */
export const VALUES = [0, 100, 325, 335, 500, 975, 20_000] as const;

/** Share of a piece in the game phase, by kind; the sum is 24 at the start. */
export const PHASES = [0, 0, 1, 1, 2, 4, 0] as const;
export const FULL_PHASE = 24;

const PAWN_ADVANCE = [0, 0, 6, 16, 36, 70, 120, 0];
const KING_SHELTER = [22, 30, 8, -6];

/** Nearness of a file or rank to the middle: 0 at the edge to 3. */
const inward = (line: number) => Math.min(line, 7 - line);

/** Value of a piece in the middle game, in centipawns; `rank` counts from its own side, both from 0. */
function middlegameWorth(kind: number, file: number, rank: number): number {
  const centre = inward(file) + inward(rank);
  const home = rank === 0 ? 1 : 0;
  switch (kind) {
    case PAWN: {
      const holdsCentre = inward(file) === 3 && (rank === 3 || rank === 4) ? 22 : 0;
      const blocksCentre = inward(file) === 3 && rank === 1 ? -14 : 0;
      return 92 + 4 * Math.max(0, rank - 1) + (rank >= 5 ? 18 : 0) + holdsCentre + blocksCentre;
    }
    case KNIGHT:
      return 302 + 9 * centre - 12 * home;
    case BISHOP:
      return 325 + 5 * centre - 14 * home;
    case ROOK:
      return 482 + 3 * inward(file) + (rank === 6 ? 20 : 0);
    case QUEEN:
      return 982 + 2 * centre - (rank > 4 ? 6 : 0);
    default:
      return home ? (KING_SHELTER[inward(file)] ?? 0) : -22 * rank - 8 * inward(file);
  }
}

/** Value of a piece in the endgame, in centipawns. */
function endgameWorth(kind: number, file: number, rank: number): number {
  const centre = inward(file) + inward(rank);
  switch (kind) {
    case PAWN:
      return 106 + (PAWN_ADVANCE[rank] ?? 0) - 2 * inward(file);
    case KNIGHT:
      return 268 + 8 * centre;
    case BISHOP:
      return 296 + 4 * centre;
    case ROOK:
      return 520 + (rank === 6 ? 12 : 0);
    case QUEEN:
      return 940 + 7 * centre;
    default:
      return 11 * centre - 30;
  }
}

function table(worth: (kind: number, file: number, rank: number) => number): Int16Array {
  const entries = new Int16Array(16 * 128);
  for (let kind = PAWN; kind <= KING; kind++) {
    for (let square = 0; square < 128; square++) {
      if (square & 0x88) continue;
      const file = square & 7;
      const rank = square >> 4;
      entries[kind * 128 + square] = worth(kind, file, rank);
      entries[(kind + 8) * 128 + square] = -worth(kind, file, 7 - rank);
    }
  }
  return entries;
}

/** By piece * 128 + square, from white's side: black's entries are negative. */
export const MIDDLEGAME = table(middlegameWorth);
export const ENDGAME = table(endgameWorth);
