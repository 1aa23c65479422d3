import { columnOf, type Pieces, rowOf, SQUARES } from './squares';

const MAN = 100;
const KING = 145;
/** Value of an extra piece for each piece off the board: the stronger side should exchange pieces. */
const TRADE = 3;
const WHITE_HOME = 0x0000000f;
const BLACK_HOME = 0xf0000000 | 0;
/** c3 e3, d4 f4, c5 e5, d6 f6. */
const CENTRE = 0x00666600;
const FEW_PIECES = 8;
const SIDE_FILES = squaresWhere((column) => column === 0 || column === 7);

function squaresWhere(test: (column: number, row: number) => boolean): number {
  let squares = 0;
  for (let square = 0; square < SQUARES; square++) if (test(columnOf(square), rowOf(square))) squares |= 1 << square;
  return squares;
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Value of a position for white; a man is 100. */
export function evaluate({ white, black, kings }: Pieces): number {
  const whiteMen = white & ~kings;
  const blackMen = black & ~kings;
  const whitePieces = bitsIn(white);
  const blackPieces = bitsIn(black);
  const whiteKings = bitsIn(white & kings);
  const blackKings = bitsIn(black & kings);
  const lead = whitePieces - blackPieces;
  const off = 24 - whitePieces - blackPieces;
  const material = MAN * lead + (KING - MAN) * (whiteKings - blackKings) + TRADE * lead * off;
  const few = whitePieces + blackPieces <= FEW_PIECES;
  return (
    material +
    advance(whiteMen, blackMen) +
    home(whiteMen & WHITE_HOME, blackMen !== 0 || blackKings > 0) -
    home(blackMen & BLACK_HOME, whiteMen !== 0 || whiteKings > 0) +
    5 * (bitsIn(white & CENTRE) - bitsIn(black & CENTRE)) -
    3 * (bitsIn(whiteMen & SIDE_FILES) - bitsIn(blackMen & SIDE_FILES)) +
    (few && lead !== 0 ? chase(white, black, kings, lead) : 0)
  );
}

/** Men gain value with each row towards the last one. */
function advance(whiteMen: number, blackMen: number): number {
  let sum = 0;
  for (let row = 1, bits = 0xf0; row < 8; row++, bits <<= 4)
    sum += row * bitsIn(whiteMen & bits) - (7 - row) * bitsIn(blackMen & bits);
  sum -= 7 * bitsIn(blackMen & 0x0f);
  return 3 * sum;
}

/** Men on the first row prevent promotions of the other side. */
function home(men: number, isNeeded: boolean): number {
  return isNeeded ? 8 * bitsIn(men) : 0;
}

/** With few pieces left, the stronger side must approach the other's pieces to win. */
function chase(white: number, black: number, kings: number, lead: number): number {
  const hunters = (lead > 0 ? white : black) & kings;
  const hunted = lead > 0 ? black : white;
  let distance = 0;
  for (let hunter = hunters; hunter; hunter &= hunter - 1) {
    const from = 31 - Math.clz32(hunter & -hunter);
    for (let prey = hunted; prey; prey &= prey - 1) {
      const to = 31 - Math.clz32(prey & -prey);
      distance += Math.max(Math.abs(rowOf(from) - rowOf(to)), Math.abs(columnOf(from) - columnOf(to)));
    }
  }
  return lead > 0 ? -2 * distance : 2 * distance;
}
