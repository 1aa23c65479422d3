import { DRAWN, LOST, MAX_MOVES, type Searchable, UNDECIDED } from '@/lib/games/search';
import { evaluate } from './evaluate';
import { columnOf, NEIGHBOURS, nameOf, type Pieces, rowOf, SQUARES } from './squares';

export const WHITE = 0;
export const BLACK = 1;
export type Side = typeof WHITE | typeof BLACK;
/** Plies without a capture or a man's move that make a draw: forty moves each. */
export const QUIET_LIMIT = 80;

/*
 * A move is one number: the square it starts from (5 bits), how many men it jumps (4 bits, 0 for a simple move) and the
 * direction of each step (2 bits each). A move jumps over at most nine men, so 32 bits are enough.
 */
const JUMPS_SHIFT = 5;
const STEPS_SHIFT = 9;
export const fromOf = (move: number): number => move & 31;
export const jumpsOf = (move: number): number => (move >> JUMPS_SHIFT) & 15;
const directionOf = (move: number, step: number): number => (move >> (STEPS_SHIFT + 2 * step)) & 3;

/** Rows whose first dark square is in the a-file, and the others. */
const EVEN_ROWS = 0x0f0f0f0f;
const ODD_ROWS = 0xf0f0f0f0 | 0;
const EVEN_BUT_LEFT = 0x0e0e0e0e;
const ODD_BUT_RIGHT = 0x70707070;
/** The promotion row, by side. */
const CROWNING = [0xf0000000 | 0, 0x0000000f] as const;

const upLeft = (squares: number) => ((squares & EVEN_BUT_LEFT) << 3) | ((squares & ODD_ROWS) << 4);
const upRight = (squares: number) => ((squares & EVEN_ROWS) << 4) | ((squares & ODD_BUT_RIGHT) << 5);
const downLeft = (squares: number) => ((squares & EVEN_BUT_LEFT) >>> 5) | ((squares & ODD_ROWS) >>> 4);
const downRight = (squares: number) => ((squares & EVEN_ROWS) >>> 4) | ((squares & ODD_BUT_RIGHT) >>> 3);

/** Zobrist words: by half, side, king or man, square. */
const KEYS = randomWords(2 * 4 * SQUARES + 2);
const SIDE_LOW = KEYS[2 * 4 * SQUARES] as number;
const SIDE_HIGH = KEYS[2 * 4 * SQUARES + 1] as number;

function randomWords(count: number): Int32Array {
  let word = 0x2545f491;
  return Int32Array.from({ length: count }, () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return Math.imul(word, 0x9e3779b1) ^ (word >>> 11);
  });
}

const FRAME = 6;
const MAX_DEPTH = 128;

/** A position as bits, to generate moves on and to search. Moves are made and taken back in place. */
export class Board implements Searchable {
  white: number;
  black: number;
  kings: number;
  side: Side;
  /** Plies since the last capture or man's move. */
  quiet: number;
  low = 0;
  high = 0;
  readonly #past = new Int32Array(FRAME * MAX_DEPTH);
  #made = 0;

  constructor({ white, black, kings }: Pieces, side: Side, quiet = 0) {
    this.white = white;
    this.black = black;
    this.kings = kings;
    this.side = side;
    this.quiet = quiet;
    for (let square = 0; square < SQUARES; square++) {
      const bit = 1 << square;
      if ((white | black) & bit) this.#toggle(white & bit ? WHITE : BLACK, (kings & bit) !== 0, square);
    }
    if (side === BLACK) this.#passTurn();
  }

  /** The same position, with no moves to take back. */
  copy(): Board {
    return new Board(this, this.side, this.quiet);
  }

  /** Whether the side to move must capture. */
  get mustCapture(): boolean {
    return this.#jumpers() !== 0;
  }

  get hasMove(): boolean {
    return this.#steppers() !== 0 || this.#jumpers() !== 0;
  }

  /** The moves that may be played: captures when there is one, else simple moves. */
  moves(into: Int32Array, at: number): number {
    const captures = this.captures(into, at);
    return captures > 0 ? captures : this.simpleMoves(into, at);
  }

  /** Every capture to its end. At most `room` are written. */
  captures(into: Int32Array, at: number, room = MAX_MOVES): number {
    let count = 0;
    for (let jumpers = this.#jumpers(); jumpers; jumpers &= jumpers - 1) {
      const from = 31 - Math.clz32(jumpers & -jumpers);
      count += this.#jumpsFrom(from, into, at + count, room - count);
    }
    return count;
  }

  /** Every step to a free neighbour, also while a capture is due. */
  simpleMoves(into: Int32Array, at: number): number {
    const empty = ~(this.white | this.black);
    let count = 0;
    for (let steppers = this.#steppers(); steppers; steppers &= steppers - 1) {
      const from = 31 - Math.clz32(steppers & -steppers);
      const [first, last] = this.#directionsOf(from);
      for (let direction = first; direction <= last; direction++) {
        const to = NEIGHBOURS[32 * direction + from] as number;
        if (to >= 0 && empty & (1 << to)) into[at + count++] = from | (direction << STEPS_SHIFT);
      }
    }
    return count;
  }

  make(move: number): void {
    this.#push();
    const side = this.side;
    let square = fromOf(move);
    let captured = 0;
    const jumps = jumpsOf(move);
    for (let jump = 0; jump < jumps; jump++) {
      const row = 32 * directionOf(move, jump);
      const over = NEIGHBOURS[row + square] as number;
      captured |= 1 << over;
      square = NEIGHBOURS[row + over] as number;
    }
    if (jumps === 0) square = NEIGHBOURS[32 * directionOf(move, 0) + square] as number;
    const isMan = !this.#lift(fromOf(move), side);
    for (let rest = captured; rest; rest &= rest - 1)
      this.#lift(31 - Math.clz32(rest & -rest), side === WHITE ? BLACK : WHITE);
    this.#put(square, side, !isMan || (CROWNING[side] & (1 << square)) !== 0);
    this.quiet = isMan || captured ? 0 : this.quiet + 1;
    this.#passTurn();
    this.side = side === WHITE ? BLACK : WHITE;
  }

  unmake(): void {
    const at = FRAME * --this.#made;
    const past = this.#past;
    this.white = past[at] as number;
    this.black = past[at + 1] as number;
    this.kings = past[at + 2] as number;
    this.quiet = past[at + 3] as number;
    this.low = past[at + 4] as number;
    this.high = past[at + 5] as number;
    this.side = this.side === WHITE ? BLACK : WHITE;
  }

  /** A position that repeats during the search counts as drawn. */
  verdict(): number {
    if (this.quiet >= QUIET_LIMIT) return this.hasMove ? DRAWN : LOST;
    return this.quiet >= 4 && this.#repeats() ? DRAWN : UNDECIDED;
  }

  pliesLeft(): number {
    return Number.POSITIVE_INFINITY;
  }

  isQuiet(): boolean {
    return !this.mustCapture;
  }

  evaluate(): number {
    return this.side === WHITE ? evaluate(this) : -evaluate(this);
  }

  habit(move: number): number {
    return 4 * fromOf(move) + directionOf(move, 0);
  }

  /** From the upper left to the lower right; for men only forwards. */
  #directionsOf(square: number): readonly [number, number] {
    if (this.kings & (1 << square)) return ALL_WAYS;
    return this.side === WHITE ? UPWARDS : DOWNWARDS;
  }

  #jumpers(): number {
    const own = this.side === WHITE ? this.white : this.black;
    const rival = this.side === WHITE ? this.black : this.white;
    const empty = ~(this.white | this.black);
    const upwards = this.side === WHITE ? own : own & this.kings;
    const downwards = this.side === BLACK ? own : own & this.kings;
    return (
      (upwards & (downRight(rival & downRight(empty)) | downLeft(rival & downLeft(empty)))) |
      (downwards & (upRight(rival & upRight(empty)) | upLeft(rival & upLeft(empty))))
    );
  }

  #steppers(): number {
    const own = this.side === WHITE ? this.white : this.black;
    const empty = ~(this.white | this.black);
    const upwards = this.side === WHITE ? own : own & this.kings;
    const downwards = this.side === BLACK ? own : own & this.kings;
    return (upwards & (downRight(empty) | downLeft(empty))) | (downwards & (upRight(empty) | upLeft(empty)));
  }

  #jumpsFrom(from: number, into: Int32Array, at: number, room: number): number {
    const [first, last] = this.#directionsOf(from);
    const rival = this.side === WHITE ? this.black : this.white;
    const empty = ~(this.white | this.black) | (1 << from);
    const walk = (square: number, jumped: number, jumps: number, steps: number, count: number): number => {
      let found = count;
      let goesOn = false;
      for (let direction = first; direction <= last; direction++) {
        const over = NEIGHBOURS[32 * direction + square] as number;
        if (over < 0 || !(rival & ~jumped & (1 << over))) continue;
        const to = NEIGHBOURS[32 * direction + over] as number;
        if (to < 0 || !(empty & (1 << to))) continue;
        goesOn = true;
        found = walk(to, jumped | (1 << over), jumps + 1, steps | (direction << (2 * jumps)), found);
      }
      if (goesOn || jumps === 0 || found >= room) return found;
      into[at + found] = from | (jumps << JUMPS_SHIFT) | (steps << STEPS_SHIFT);
      return found + 1;
    };
    return walk(from, 0, 0, 0, 0);
  }

  #repeats(): boolean {
    const earliest = Math.max(0, this.#made - this.quiet);
    for (let index = this.#made - 2; index >= earliest; index -= 2)
      if (this.#past[FRAME * index + 4] === this.low && this.#past[FRAME * index + 5] === this.high) return true;
    return false;
  }

  #push(): void {
    const at = FRAME * this.#made++;
    const past = this.#past;
    past[at] = this.white;
    past[at + 1] = this.black;
    past[at + 2] = this.kings;
    past[at + 3] = this.quiet;
    past[at + 4] = this.low;
    past[at + 5] = this.high;
  }

  #put(square: number, side: Side, isKing: boolean): void {
    const bit = 1 << square;
    if (side === WHITE) this.white |= bit;
    else this.black |= bit;
    if (isKing) this.kings |= bit;
    this.#toggle(side, isKing, square);
  }

  /** Removes a piece; returns whether it was a king. */
  #lift(square: number, side: Side): boolean {
    const bit = 1 << square;
    const isKing = (this.kings & bit) !== 0;
    this.white &= ~bit;
    this.black &= ~bit;
    this.kings &= ~bit;
    this.#toggle(side, isKing, square);
    return isKing;
  }

  #toggle(side: Side, isKing: boolean, square: number): void {
    const at = 2 * (SQUARES * (2 * side + (isKing ? 1 : 0)) + square);
    this.low ^= KEYS[at] as number;
    this.high ^= KEYS[at + 1] as number;
  }

  #passTurn(): void {
    this.low ^= SIDE_LOW;
    this.high ^= SIDE_HIGH;
  }
}

const ALL_WAYS = [0, 3] as const;
const UPWARDS = [0, 1] as const;
const DOWNWARDS = [2, 3] as const;

/** `b6d4f2`: where a move starts and every square on which it lands. */
export function moveText(move: number): string {
  let square = fromOf(move);
  let text = nameOf(square);
  const jumps = jumpsOf(move);
  for (let step = 0; step < Math.max(1, jumps); step++) {
    const row = 32 * directionOf(move, step);
    square = NEIGHBOURS[row + square] as number;
    if (jumps > 0) square = NEIGHBOURS[row + square] as number;
    text += nameOf(square);
  }
  return text;
}

const LETTERS = ['.', 'w', 'b', 'W', 'B'] as const;

/** Eight rows of eight from the top, with `/` between them. */
export function rowsOf({ white, black, kings }: Pieces): string {
  const rows = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => '.'));
  for (let square = 0; square < SQUARES; square++) {
    const bit = 1 << square;
    const side = white & bit ? 1 : black & bit ? 2 : 0;
    const row = rows[7 - rowOf(square)] as string[];
    row[columnOf(square)] = LETTERS[side && kings & bit ? side + 2 : side] as string;
  }
  return rows.map((row) => row.join('')).join('/');
}

/** Reads {@link rowsOf}; ignores light squares. */
export function piecesIn(rows: string): Pieces {
  const pieces: Pieces = { white: 0, black: 0, kings: 0 };
  for (let square = 0; square < SQUARES; square++) {
    const bit = 1 << square;
    const letter = rows.charAt(9 * (7 - rowOf(square)) + columnOf(square));
    if (letter === 'w' || letter === 'W') pieces.white |= bit;
    if (letter === 'b' || letter === 'B') pieces.black |= bit;
    if (letter === 'W' || letter === 'B') pieces.kings |= bit;
  }
  return pieces;
}
