import { BISHOP, ENDGAME, FULL_PHASE, KING, KNIGHT, MIDDLEGAME, PAWN, PHASES, QUEEN, ROOK } from './piece-values';

export const WHITE = 0;
export const BLACK = 8;

/** A move in one number: from, to (0x88 squares), promotion kind, special kind (castling, en passant, …). */
export type Move = number;
export const NO_MOVE: Move = 0;
export const fromOf = (move: Move) => move & 127;
export const toOf = (move: Move) => (move >> 7) & 127;
export const promotionOf = (move: Move) => (move >> 14) & 7;
export const specialKindOf = (move: Move) => move >> 17;
export const EN_PASSANT = 1;
const DOUBLE_STEP = 2;
export const CASTLING = 3;
export const NO_SQUARE = -1;

/** By kind. */
export const LETTERS = ' pnbrqk';
const KNIGHT_STEPS = [33, 31, 18, 14, -33, -31, -18, -14];
const DIAGONALS = [17, 15, -17, -15];
const STRAIGHTS = [16, 1, -16, -1];
const ALL_WAYS = [...DIAGONALS, ...STRAIGHTS];
const WAYS: readonly (readonly number[])[] = [[], [], KNIGHT_STEPS, DIAGONALS, STRAIGHTS, ALL_WAYS, ALL_WAYS];
const PROMOTIONS = [QUEEN, KNIGHT, ROOK, BISHOP];

/** Castling rights that remain when a piece leaves or reaches a square: 1 K, 2 Q, 4 k, 8 q. */
const RIGHTS_KEPT = new Uint8Array(128).fill(15);
RIGHTS_KEPT[0x00] = 13;
RIGHTS_KEPT[0x04] = 12;
RIGHTS_KEPT[0x07] = 14;
RIGHTS_KEPT[0x70] = 7;
RIGHTS_KEPT[0x74] = 3;
RIGHTS_KEPT[0x77] = 11;

/** Letter, right, king's square, rook's square, colour. */
const CASTLES = [
  ['K', 1, 0x04, 0x07, WHITE],
  ['Q', 2, 0x04, 0x00, WHITE],
  ['k', 4, 0x74, 0x77, BLACK],
  ['q', 8, 0x74, 0x70, BLACK],
] as const;

/** Random words from a fixed start (xorshift32), for hashing. */
function zobristKeys(count: number, seed: number): Int32Array {
  let word = seed;
  return Int32Array.from({ length: count }, () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return word;
  });
}
const SIDE_KEY = 16 * 128;
const RIGHTS_KEYS = SIDE_KEY + 1;
const EN_PASSANT_KEYS = RIGHTS_KEYS + 16;
const LOW = zobristKeys(EN_PASSANT_KEYS + 128, 0x2545f491);
const HIGH = zobristKeys(EN_PASSANT_KEYS + 128, 0x1b873593);

/** The data of `unmake` that the move does not contain. */
interface Undo {
  move: Move;
  captured: number;
  rights: number;
  enPassant: number;
  clock: number;
  low: number;
  high: number;
}

/**
 * The board of the search: 0x88, with incremental make, unmake and evaluation. chess.js decides the rules; this
 * board exists because a search needs a hundred times its speed. The perft tables test both.
 */
export class Board {
  readonly squares = new Uint8Array(128);
  side = WHITE;
  /** Zobrist hash, in two halves. */
  low = 0;
  high = 0;
  /** Half-moves since a capture or a pawn move. */
  clock = 0;
  #rights = 0;
  #enPassant = NO_SQUARE;
  readonly #kings = new Int16Array(16);
  /** White's value minus black's, in both phases. */
  #middlegame = 0;
  #endgame = 0;
  #phase = 0;
  readonly #undos: Undo[] = [];

  /** @param fen a valid FEN */
  constructor(fen: string) {
    const [placement = '', turn, castling = '-', enPassant = '-', clock = '0'] = fen.split(' ');
    placement.split('/').forEach((row, index) => {
      let square = (7 - index) * 16;
      for (const letter of row) {
        const kind = LETTERS.indexOf(letter.toLowerCase());
        if (kind < 1) square += Number(letter);
        else this.#put(square++, kind + (letter === letter.toLowerCase() ? BLACK : WHITE));
      }
    });
    this.side = turn === 'b' ? BLACK : WHITE;
    if (this.side === BLACK) this.#toggle(SIDE_KEY);
    this.#setRights(this.#rightsIn(castling));
    this.#setEnPassant(enPassant === '-' ? NO_SQUARE : this.#passedSquare(squareOf(enPassant)));
    this.clock = Number(clock);
  }

  /** The castling rights of the FEN whose king and rook are on their first squares. */
  #rightsIn(castling: string): number {
    const { squares } = this;
    let rights = 0;
    for (const [letter, right, king, rook, color] of CASTLES) {
      if (castling.includes(letter) && squares[king] === KING + color && squares[rook] === ROOK + color)
        rights |= right;
    }
    return rights;
  }

  /** The given square if a pawn has just passed it, else none. */
  #passedSquare(square: number): number {
    const forward = this.side === WHITE ? 16 : -16;
    const { squares } = this;
    const isPassed =
      !squares[square] && !squares[square + forward] && squares[square - forward] === PAWN + (this.side ^ 8);
    return isPassed ? square : NO_SQUARE;
  }

  /** Castling rights that are left: 1 K, 2 Q, 4 k, 8 q. */
  get rights(): number {
    return this.#rights;
  }

  /** The square that a pawn has just passed, or -1. */
  get enPassant(): number {
    return this.#enPassant;
  }

  /** Value for the side to move, in centipawns: piece-square values, interpolated by the game phase. */
  score(): number {
    const phase = Math.min(this.#phase, FULL_PHASE);
    const white = (this.#middlegame * phase + this.#endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    return Math.round(this.side === WHITE ? white : -white);
  }

  /** How much of the middle game is left, 0 to 24. */
  get phase(): number {
    return this.#phase;
  }

  kingOf(color: number): number {
    return this.#kings[color] as number;
  }

  get inCheck(): boolean {
    return this.attacked(this.kingOf(this.side), this.side ^ 8);
  }

  /** Whether the side to move has more than pawns. Without pieces, passing may be the best move (zugzwang). */
  get hasPieces(): boolean {
    for (let square = 0; square < 128; square++) {
      const piece = this.squares[square] as number;
      if (piece && (piece & 8) === this.side && (piece & 7) > PAWN && (piece & 7) < KING) return true;
    }
    return false;
  }

  attacked(square: number, by: number): boolean {
    const squares = this.squares;
    const pawn = by === WHITE ? -16 : 16;
    for (const side of [pawn - 1, pawn + 1]) {
      const from = square + side;
      if (!(from & 0x88) && squares[from] === PAWN + by) return true;
    }
    for (const step of KNIGHT_STEPS) {
      const from = square + step;
      if (!(from & 0x88) && squares[from] === KNIGHT + by) return true;
    }
    return this.#attackedAlong(square, by, DIAGONALS, BISHOP) || this.#attackedAlong(square, by, STRAIGHTS, ROOK);
  }

  #attackedAlong(square: number, by: number, ways: readonly number[], slider: number): boolean {
    for (const way of ways) {
      let from = square + way;
      if (!(from & 0x88) && this.squares[from] === KING + by) return true;
      while (!(from & 0x88)) {
        const piece = this.squares[from] as number;
        if (piece) {
          if (piece === slider + by || piece === QUEEN + by) return true;
          break;
        }
        from += way;
      }
    }
    return false;
  }

  /** Moves that may leave the own king attacked, which `make` reports. With `loud` only captures and queen promotions. */
  moves(loud = false): Move[] {
    const list: Move[] = [];
    for (let from = 0; from < 128; from++) {
      if (from & 0x88) {
        from += 7;
        continue;
      }
      const piece = this.squares[from] as number;
      if (!piece || (piece & 8) !== this.side) continue;
      if ((piece & 7) === PAWN) this.#pawnMoves(from, loud, list);
      else this.#pieceMoves(from, piece & 7, loud, list);
    }
    if (!loud) this.#castlingMoves(list);
    return list;
  }

  #pieceMoves(from: number, kind: number, loud: boolean, list: Move[]): void {
    const slides = kind === BISHOP || kind === ROOK || kind === QUEEN;
    for (const way of WAYS[kind] as readonly number[]) {
      for (let to = from + way; !(to & 0x88); to += way) {
        const target = this.squares[to] as number;
        if (target) {
          if ((target & 8) !== this.side) list.push(from | (to << 7));
          break;
        }
        if (!loud) list.push(from | (to << 7));
        if (!slides) break;
      }
    }
  }

  #pawnMoves(from: number, loud: boolean, list: Move[]): void {
    const forward = this.side === WHITE ? 16 : -16;
    const rank = from >> 4;
    const promotes = rank === (this.side === WHITE ? 6 : 1);
    const ahead = from + forward;
    if (!this.squares[ahead]) {
      if (promotes) this.#promotions(from, ahead, loud, list);
      else if (!loud) {
        list.push(from | (ahead << 7));
        const twoAhead = ahead + forward;
        if (rank === (this.side === WHITE ? 1 : 6) && !this.squares[twoAhead])
          list.push(from | (twoAhead << 7) | (DOUBLE_STEP << 17));
      }
    }
    for (const to of [ahead - 1, ahead + 1]) {
      if (to & 0x88) continue;
      const target = this.squares[to] as number;
      if (target && (target & 8) !== this.side) {
        if (promotes) this.#promotions(from, to, loud, list);
        else list.push(from | (to << 7));
      } else if (to === this.#enPassant) list.push(from | (to << 7) | (EN_PASSANT << 17));
    }
  }

  #promotions(from: number, to: number, loud: boolean, list: Move[]): void {
    for (const kind of loud ? [QUEEN] : PROMOTIONS) list.push(from | (to << 7) | (kind << 14));
  }

  #castlingMoves(list: Move[]): void {
    const king = this.side === WHITE ? 0x04 : 0x74;
    const shift = this.side === WHITE ? 0 : 2;
    const enemy = this.side ^ 8;
    const { squares } = this;
    if (this.#rights & (1 << shift) && !squares[king + 1] && !squares[king + 2]) {
      if (!this.attacked(king, enemy) && !this.attacked(king + 1, enemy))
        list.push(king | ((king + 2) << 7) | (CASTLING << 17));
    }
    if (this.#rights & (2 << shift) && !squares[king - 1] && !squares[king - 2] && !squares[king - 3]) {
      if (!this.attacked(king, enemy) && !this.attacked(king - 1, enemy))
        list.push(king | ((king - 2) << 7) | (CASTLING << 17));
    }
  }

  /** Makes a move; returns false and changes nothing when it leaves the own king attacked. */
  make(move: Move): boolean {
    const from = fromOf(move);
    const to = toOf(move);
    const special = specialKindOf(move);
    const piece = this.squares[from] as number;
    const forward = this.side === WHITE ? 16 : -16;
    const captureAt = special === EN_PASSANT ? to - forward : to;
    const captured = this.squares[captureAt] as number;
    this.#remember(move, captured);
    if (captured) this.#take(captureAt);
    this.#take(from);
    this.#put(to, promotionOf(move) ? promotionOf(move) + this.side : piece);
    if (special === CASTLING) this.#moveRook(to > from ? to + 1 : to - 2, to > from ? to - 1 : to + 1);
    this.clock = captured || (piece & 7) === PAWN ? 0 : this.clock + 1;
    this.#setRights(this.#rights & (RIGHTS_KEPT[from] as number) & (RIGHTS_KEPT[to] as number));
    this.#setEnPassant(special === DOUBLE_STEP ? from + forward : NO_SQUARE);
    this.#passTurn();
    if (!this.attacked(this.kingOf(this.side ^ 8), this.side)) return true;
    this.unmake();
    return false;
  }

  unmake(): void {
    const { move, captured, rights, enPassant, clock, low, high } = this.#undos.pop() as Undo;
    this.side ^= 8;
    const from = fromOf(move);
    const to = toOf(move);
    const special = specialKindOf(move);
    const moved = this.squares[to] as number;
    this.#take(to);
    this.#put(from, promotionOf(move) ? PAWN + this.side : moved);
    if (captured) this.#put(special === EN_PASSANT ? to - (this.side === WHITE ? 16 : -16) : to, captured);
    if (special === CASTLING) this.#moveRook(to > from ? to - 1 : to + 1, to > from ? to + 1 : to - 2);
    this.#rights = rights;
    this.#enPassant = enPassant;
    this.clock = clock;
    this.low = low;
    this.high = high;
  }

  /** Passes: the other side is to move. Undone by `unpass`. */
  pass(): void {
    this.#remember(NO_MOVE, 0);
    this.#setEnPassant(NO_SQUARE);
    this.clock++;
    this.#passTurn();
  }

  unpass(): void {
    const { enPassant, clock, low, high } = this.#undos.pop() as Undo;
    this.side ^= 8;
    this.#enPassant = enPassant;
    this.clock = clock;
    this.low = low;
    this.high = high;
  }

  /** Whether the position has occurred since the last capture or pawn move. */
  get repeats(): boolean {
    const undos = this.#undos;
    const last = Math.max(0, undos.length - this.clock);
    for (let index = undos.length - 2; index >= last; index -= 2) {
      const undo = undos[index] as Undo;
      if (undo.low === this.low && undo.high === this.high) return true;
    }
    return false;
  }

  #remember(move: Move, captured: number): void {
    const { low, high, clock } = this;
    this.#undos.push({ move, captured, rights: this.#rights, enPassant: this.#enPassant, clock, low, high });
  }

  #passTurn(): void {
    this.side ^= 8;
    this.#toggle(SIDE_KEY);
  }

  #moveRook(from: number, to: number): void {
    const rook = this.squares[from] as number;
    this.#take(from);
    this.#put(to, rook);
  }

  #put(square: number, piece: number): void {
    const at = piece * 128 + square;
    this.squares[square] = piece;
    if ((piece & 7) === KING) this.#kings[piece & 8] = square;
    this.#middlegame += MIDDLEGAME[at] as number;
    this.#endgame += ENDGAME[at] as number;
    this.#phase += PHASES[piece & 7] as number;
    this.#toggle(at);
  }

  #take(square: number): void {
    const piece = this.squares[square] as number;
    const at = piece * 128 + square;
    this.squares[square] = 0;
    this.#middlegame -= MIDDLEGAME[at] as number;
    this.#endgame -= ENDGAME[at] as number;
    this.#phase -= PHASES[piece & 7] as number;
    this.#toggle(at);
  }

  #setRights(rights: number): void {
    this.#toggle(RIGHTS_KEYS + this.#rights);
    this.#rights = rights;
    this.#toggle(RIGHTS_KEYS + rights);
  }

  #setEnPassant(square: number): void {
    if (this.#enPassant !== NO_SQUARE) this.#toggle(EN_PASSANT_KEYS + this.#enPassant);
    this.#enPassant = square;
    if (square !== NO_SQUARE) this.#toggle(EN_PASSANT_KEYS + square);
  }

  #toggle(key: number): void {
    this.low ^= LOW[key] as number;
    this.high ^= HIGH[key] as number;
  }
}

function squareOf(name: string): number {
  return (name.charCodeAt(1) - 49) * 16 + name.charCodeAt(0) - 97;
}

/** The name of a square: `e4`. */
export function nameOf(square: number): string {
  return 'abcdefgh'[square & 7] + String((square >> 4) + 1);
}

/** A move in UCI. */
export function toUci(move: Move): string {
  const promotion = promotionOf(move);
  return nameOf(fromOf(move)) + nameOf(toOf(move)) + (promotion ? LETTERS[promotion] : '');
}
