import { DRAWN, LOSES_NEXT, LOST, type Searchable, UNDECIDED, WINS_NEXT } from '@/lib/games/search';

export const COLUMNS = 7;
export const ROWS = 6;
export const CELLS = COLUMNS * ROWS;

/*
 * Discs are bits: seven a column from the bottom up, the seventh always empty so that a line cannot run over the top
 * into the next column. JavaScript's bit operations know 32 bits, so columns 0–3 are the low half and 4–6 the high.
 */
const COLUMN_BITS = ROWS + 1;
const LOW_COLUMNS = 4;
const LOW_BITS = LOW_COLUMNS * COLUMN_BITS;
const COLUMN_FULL = (1 << ROWS) - 1;
const LOW_BOTTOM = repeated(1, LOW_COLUMNS);
const HIGH_BOTTOM = repeated(1, COLUMNS - LOW_COLUMNS);
const LOW_BOARD = repeated(COLUMN_FULL, LOW_COLUMNS);
const HIGH_BOARD = repeated(COLUMN_FULL, COLUMNS - LOW_COLUMNS);
/** Rows 1, 3 and 5: where threats of the first player decide the endgame; those of the second are in the others. */
const LOW_ODD = repeated(0b010101, LOW_COLUMNS);
const HIGH_ODD = repeated(0b010101, COLUMNS - LOW_COLUMNS);
/** Distances of neighbours in a row and in the two diagonals. */
const ACROSS = COLUMN_BITS;
const RISING = COLUMN_BITS + 1;
const FALLING = COLUMN_BITS - 1;

const OUTWARDS = [3, 2, 4, 1, 5, 0, 6];

function repeated(bits: number, columns: number): number {
  let all = 0;
  for (let column = 0; column < columns; column++) all |= bits << (column * COLUMN_BITS);
  return all;
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Low half of the cells that would complete a four in one direction: three of the four are there. */
function completesLow(low: number, high: number, step: number): number {
  const before = low << step;
  const after = (low >>> step) | (high << (LOW_BITS - step));
  const twoBefore = before & (low << (2 * step));
  const twoAfter = after & ((low >>> (2 * step)) | (high << (LOW_BITS - 2 * step)));
  const threeAfter = (low >>> (3 * step)) | (high << (LOW_BITS - 3 * step));
  return (twoBefore & ((low << (3 * step)) | after)) | (twoAfter & (threeAfter | before));
}

function completesHigh(low: number, high: number, step: number): number {
  const before = (high << step) | (low >>> (LOW_BITS - step));
  const after = high >>> step;
  const twoBefore = before & ((high << (2 * step)) | (low >>> (LOW_BITS - 2 * step)));
  const twoAfter = after & (high >>> (2 * step));
  const threeBefore = (high << (3 * step)) | (low >>> (LOW_BITS - 3 * step));
  return (twoBefore & (threeBefore | after)) | (twoAfter & ((high >>> (3 * step)) | before));
}

const stacked = (word: number) => (word << 1) & (word << 2) & (word << 3);

function winsLow(low: number, high: number): number {
  return (
    stacked(low) | completesLow(low, high, ACROSS) | completesLow(low, high, RISING) | completesLow(low, high, FALLING)
  );
}

function winsHigh(low: number, high: number): number {
  return (
    stacked(high) |
    completesHigh(low, high, ACROSS) |
    completesHigh(low, high, RISING) |
    completesHigh(low, high, FALLING)
  );
}

function hasLine(low: number, high: number, step: number): boolean {
  const pairLow = low & ((low >>> step) | (high << (LOW_BITS - step)));
  const pairHigh = high & (high >>> step);
  return (
    ((pairLow & ((pairLow >>> (2 * step)) | (pairHigh << (LOW_BITS - 2 * step)))) |
      (pairHigh & (pairHigh >>> (2 * step)))) !==
    0
  );
}

function hasFour(low: number, high: number): boolean {
  return (
    hasLine(low, high, 1) || hasLine(low, high, ACROSS) || hasLine(low, high, RISING) || hasLine(low, high, FALLING)
  );
}

/**
 * A grid as bits, to search on. `own` are the discs of the side to move, `all` those of both; a move is a column from 0.
 */
export class Board implements Searchable {
  #ownLow = 0;
  #ownHigh = 0;
  #allLow = 0;
  #allHigh = 0;
  #plies = 0;
  readonly #played = new Uint8Array(CELLS);
  #isSeen = false;
  /** Cells of the two sides that would complete a four, free or floating, and the free cells that discs fall to. */
  #mineLow = 0;
  #mineHigh = 0;
  #theirsLow = 0;
  #theirsHigh = 0;
  #openLow = 0;
  #openHigh = 0;
  /** The open cells to consider: not those that let the other side win with its next move. */
  #safeLow = 0;
  #safeHigh = 0;

  /** @param grid six rows from the top as one text, red moves first; it must be one that play can reach */
  constructor(grid: string = '.'.repeat(CELLS)) {
    const mover = grid.split('R').length > grid.split('Y').length ? 'Y' : 'R';
    for (let index = 0; index < CELLS; index++) {
      const disc = grid.charAt(index);
      if (disc === '.') continue;
      const column = index % COLUMNS;
      const row = ROWS - 1 - Math.floor(index / COLUMNS);
      this.#plies++;
      if (column < LOW_COLUMNS) {
        const bit = 1 << (column * COLUMN_BITS + row);
        this.#allLow |= bit;
        if (disc === mover) this.#ownLow |= bit;
      } else {
        const bit = 1 << ((column - LOW_COLUMNS) * COLUMN_BITS + row);
        this.#allHigh |= bit;
        if (disc === mover) this.#ownHigh |= bit;
      }
    }
  }

  /** Own discs plus the lowest free cell of each column: unique for each position. */
  get low(): number {
    return this.#ownLow + this.#allLow + LOW_BOTTOM;
  }

  get high(): number {
    return this.#ownHigh + this.#allHigh + HIGH_BOTTOM;
  }

  get plies(): number {
    return this.#plies;
  }

  /** Whether the side that moved last has four in a row. */
  get isWon(): boolean {
    return hasFour(this.#ownLow ^ this.#allLow, this.#ownHigh ^ this.#allHigh);
  }

  pliesLeft(): number {
    return CELLS - this.#plies;
  }

  /** The columns that are not full, from the left. */
  columns(): number[] {
    const columns: number[] = [];
    for (let column = 0; column < COLUMNS; column++) if (this.#isOpen(column)) columns.push(column);
    return columns;
  }

  make(column: number): void {
    this.#played[this.#plies++] = column;
    this.#ownLow ^= this.#allLow;
    this.#ownHigh ^= this.#allHigh;
    if (column < LOW_COLUMNS) this.#allLow |= this.#allLow + (1 << (column * COLUMN_BITS));
    else this.#allHigh |= this.#allHigh + (1 << ((column - LOW_COLUMNS) * COLUMN_BITS));
    this.#isSeen = false;
  }

  unmake(): void {
    const column = this.#played[--this.#plies] as number;
    if (column < LOW_COLUMNS) this.#allLow ^= topOf(this.#allLow, column);
    else this.#allHigh ^= topOf(this.#allHigh, column - LOW_COLUMNS);
    this.#ownLow ^= this.#allLow;
    this.#ownHigh ^= this.#allHigh;
    this.#isSeen = false;
  }

  verdict(): number {
    if (this.isWon) return LOST;
    if (this.#plies === CELLS) return DRAWN;
    this.#look();
    if ((this.#mineLow & this.#openLow) | (this.#mineHigh & this.#openHigh)) return WINS_NEXT;
    return this.#safeLow | this.#safeHigh ? UNDECIDED : LOSES_NEXT;
  }

  moves(into: Int32Array, at: number): number {
    this.#look();
    let count = 0;
    for (const column of OUTWARDS) {
      const isSafe =
        column < LOW_COLUMNS
          ? this.#safeLow & (COLUMN_FULL << (column * COLUMN_BITS))
          : this.#safeHigh & (COLUMN_FULL << ((column - LOW_COLUMNS) * COLUMN_BITS));
      if (isSafe) into[at + count++] = column;
    }
    return count;
  }

  isQuiet(): boolean {
    return true;
  }

  /** Without killers or history: measured, trying the middle columns first proves more positions. */
  habit(): number {
    return 0;
  }

  evaluate(): number {
    this.#look();
    const firstToMove = this.#plies % 2 === 0;
    const mine = threats(this.#mineLow, this.#mineHigh, firstToMove);
    const theirs = threats(this.#theirsLow, this.#theirsHigh, !firstToMove);
    const rivalLow = this.#ownLow ^ this.#allLow;
    const rivalHigh = this.#ownHigh ^ this.#allHigh;
    return mine - theirs + centre(this.#ownLow, this.#ownHigh) - centre(rivalLow, rivalHigh);
  }

  #isOpen(column: number): boolean {
    return this.#height(column) < ROWS;
  }

  #height(column: number): number {
    const discs =
      column < LOW_COLUMNS
        ? this.#allLow >>> (column * COLUMN_BITS)
        : this.#allHigh >>> ((column - LOW_COLUMNS) * COLUMN_BITS);
    return 32 - Math.clz32(discs & COLUMN_FULL);
  }

  /** Computes the data of verdict, moves and evaluation once for each position. */
  #look(): void {
    if (this.#isSeen) return;
    this.#isSeen = true;
    const freeLow = LOW_BOARD ^ this.#allLow;
    const freeHigh = HIGH_BOARD ^ this.#allHigh;
    const rivalLow = this.#ownLow ^ this.#allLow;
    const rivalHigh = this.#ownHigh ^ this.#allHigh;
    this.#mineLow = winsLow(this.#ownLow, this.#ownHigh) & freeLow;
    this.#mineHigh = winsHigh(this.#ownLow, this.#ownHigh) & freeHigh;
    this.#theirsLow = winsLow(rivalLow, rivalHigh) & freeLow;
    this.#theirsHigh = winsHigh(rivalLow, rivalHigh) & freeHigh;
    this.#openLow = (this.#allLow + LOW_BOTTOM) & LOW_BOARD;
    this.#openHigh = (this.#allHigh + HIGH_BOTTOM) & HIGH_BOARD;
    const forcedLow = this.#theirsLow & this.#openLow;
    const forcedHigh = this.#theirsHigh & this.#openHigh;
    const forced = bitsIn(forcedLow) + bitsIn(forcedHigh);
    const playableLow = forced === 0 ? this.#openLow : forced === 1 ? forcedLow : 0;
    const playableHigh = forced === 0 ? this.#openHigh : forced === 1 ? forcedHigh : 0;
    this.#safeLow = playableLow & ~(this.#theirsLow >>> 1);
    this.#safeHigh = playableHigh & ~(this.#theirsHigh >>> 1);
  }
}

/** The topmost disc of a column of one half. */
function topOf(half: number, column: number): number {
  const discs = half & (COLUMN_FULL << (column * COLUMN_BITS));
  return 1 << (31 - Math.clz32(discs));
}

/** Value of the cells that complete a four: highest where the order of filling favours their owner. */
function threats(low: number, high: number, isFirst: boolean): number {
  const odd = bitsIn(low & LOW_ODD) + bitsIn(high & HIGH_ODD);
  const even = bitsIn(low) + bitsIn(high) - odd;
  return isFirst ? 26 * odd + 10 * even : 18 * even + 10 * odd;
}

/** Value of discs near the middle column: more lines contain them. */
function centre(low: number, high: number): number {
  const middle = bitsIn(low & (COLUMN_FULL << (3 * COLUMN_BITS)));
  const beside = bitsIn(low & (COLUMN_FULL << (2 * COLUMN_BITS))) + bitsIn(high & COLUMN_FULL);
  return 4 * middle + 2 * beside;
}
