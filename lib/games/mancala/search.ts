import { PITS } from './rules';

/** Values are in eighths of a seed, so that an estimate can be finer than a count. */
export const SEED = 8;
const HOLES = 2 * PITS;
/** The mover's store among the holes that a mover sows into. */
const STORE = PITS;
const RING = HOLES + 1;
const MAX_DEPTH = 64;
/** Positions on the search stack. */
const MAX_PATH = 512;
const LAST_START = HOLES * (MAX_PATH - 1);
const EXACT = 1;
const LOWER_BOUND = 2;
const UPPER_BOUND = 3;
const INFINITE = 1_000;

/** The value of a root move. */
interface Line {
  pit: number;
  /** Seeds that the mover will still win, minus the other side's, in eighths of a seed. */
  value: number;
}

export interface Analysis {
  /** Best first. */
  lines: Line[];
  /** Every line was searched to the end of the game, so the values are proved. */
  isExact: boolean;
  depth: number;
  nodes: number;
}

export interface Limits {
  /** Positions to search; the only budget, so that the result is deterministic. */
  nodes: number;
  /** Turns to search; sowings that give another turn belong to the same turn. */
  depth?: number;
}

/** Transposition table of this search. A slot holds all twelve pits, so two positions are never confused. */
class Table {
  readonly #mask: number;
  readonly #keys: Int32Array;
  readonly #values: Int16Array;
  /** Bound, then whether it is proved, then depth, then the best pit. */
  readonly #notes: Int32Array;

  constructor(bits: number) {
    this.#mask = (1 << bits) - 1;
    this.#keys = new Int32Array(3 << bits);
    this.#values = new Int16Array(1 << bits);
    this.#notes = new Int32Array(1 << bits);
  }

  /** The slot of a position, or -1. */
  find(a: number, b: number, c: number): number {
    const slot = this.#slot(a, b, c);
    const keys = this.#keys;
    const isThere = this.#notes[slot] && keys[3 * slot] === a && keys[3 * slot + 1] === b && keys[3 * slot + 2] === c;
    return isThere ? slot : -1;
  }

  value = (slot: number): number => this.#values[slot] as number;
  bound = (slot: number): number => (this.#notes[slot] as number) & 3;
  isProved = (slot: number): boolean => ((this.#notes[slot] as number) & 4) !== 0;
  depth = (slot: number): number => ((this.#notes[slot] as number) >> 3) & 127;
  best = (slot: number): number => (this.#notes[slot] as number) >> 10;

  keep(
    [a, b, c]: [number, number, number],
    {
      value,
      bound,
      isProved,
      depth,
      best,
    }: { value: number; bound: number; isProved: boolean; depth: number; best: number },
  ): void {
    const slot = this.#slot(a, b, c);
    this.#keys[3 * slot] = a;
    this.#keys[3 * slot + 1] = b;
    this.#keys[3 * slot + 2] = c;
    this.#values[slot] = value;
    this.#notes[slot] = bound | (isProved ? 4 : 0) | (depth << 3) | (best << 10);
  }

  #slot(a: number, b: number, c: number): number {
    const mixed =
      Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (b >>> 11), 0x85ebca6b) ^ Math.imul(c ^ (c >>> 7), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}

/**
 * Values the mover's pits by iterative deepening over alpha-beta. Stores are left out, because seeds already won do not
 * change what can still be won; bounds come from the seeds in play.
 * @param pits the mover's six, then the other's six, each in its owner's sowing direction; both sides hold seeds
 */
export function analyse(pits: readonly number[], limits: Limits): Analysis {
  return new Search(limits).run(pits);
}

class Search {
  readonly #limits: Limits;
  readonly #table: Table;
  readonly #pits = new Uint8Array(HOLES * MAX_PATH);
  #nodes = 0;
  #isStopped = false;
  /** An estimate went into the value since this was last cleared. */
  #guessed = false;
  #canStop = false;
  /** Of the last sowing: seeds won by the mover less those won by the other, and whether the mover continues. */
  #gain = 0;
  #again = false;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#table = new Table(Math.min(20, Math.max(10, Math.ceil(Math.log2(limits.nodes)))));
  }

  run(pits: readonly number[]): Analysis {
    this.#pits.set(pits);
    const first = pits.slice(0, PITS).flatMap((seeds, index) => (seeds > 0 ? [index] : []));
    let lines: Line[] = first.reverse().map((index) => ({ pit: index + 1, value: 0 }));
    let [isExact, reached] = [false, 0];
    for (let depth = 1; depth <= (this.#limits.depth ?? MAX_DEPTH) && !isExact; depth++) {
      this.#guessed = false;
      this.#canStop = depth > 1;
      const deeper = this.#searchRoot(lines, depth);
      if (this.#isStopped) break;
      lines = deeper;
      isExact = !this.#guessed;
      reached = depth;
    }
    return { lines, isExact, depth: reached, nodes: this.#nodes };
  }

  /** Every move gets a true value, so that all that are as good as the best are known. */
  #searchRoot(lines: readonly Line[], depth: number): Line[] {
    const found: Line[] = [];
    for (const { pit } of lines) {
      found.push({ pit, value: this.#follow(0, pit - 1, depth, -INFINITE, INFINITE) });
      if (this.#isStopped) return found;
    }
    return found.sort((one, other) => other.value - one.value);
  }

  /** The value of sowing a pit, for the side that sows it. */
  #follow(at: number, index: number, depth: number, alpha: number, beta: number): number {
    const to = at + HOLES;
    const isOver = this.#sow(at, to, index);
    const gain = this.#gain * SEED;
    if (isOver) return gain;
    if (this.#again) return gain + this.#search(to, depth, alpha - gain, beta - gain);
    this.#turn(to);
    return gain - this.#search(to, depth - 1, gain - beta, gain - alpha);
  }

  /** Fail-soft: returns the value if it is between `alpha` and `beta`, else a bound. */
  #search(at: number, depth: number, alpha: number, beta: number): number {
    this.#nodes++;
    if (this.#nodes > this.#limits.nodes && this.#canStop) this.#isStopped = true;
    if (this.#isStopped) return 0;
    const most = this.#inPlay(at) * SEED;
    if (alpha >= most) return most;
    if (beta <= -most) return -most;
    if (depth <= 0 || at >= LAST_START) return this.#estimate(at);
    const key = this.#keyOf(at);
    const slot = this.#table.find(...key);
    if (slot >= 0 && (this.#table.isProved(slot) || this.#table.depth(slot) >= depth)) {
      const value = this.#table.value(slot);
      const bound = this.#table.bound(slot);
      if (bound === EXACT || (bound === LOWER_BOUND && value >= beta) || (bound === UPPER_BOUND && value <= alpha)) {
        if (!this.#table.isProved(slot)) this.#guessed = true;
        return value;
      }
    }
    return this.#expand({ at, key, depth, alpha, beta, hint: slot >= 0 ? this.#table.best(slot) : -1 });
  }

  #expand({
    at,
    key,
    depth,
    alpha,
    beta,
    hint,
  }: {
    at: number;
    key: [number, number, number];
    depth: number;
    alpha: number;
    beta: number;
    hint: number;
  }): number {
    const guessedBefore = this.#guessed;
    this.#guessed = false;
    let value = -INFINITE;
    let best = hint;
    for (let rank = hint >= 0 ? -1 : 0; rank < 2 * PITS && value < beta; rank++) {
      const index = this.#ranked(at, rank, hint);
      if (index < 0) continue;
      const score = this.#follow(at, index, depth, Math.max(alpha, value), beta);
      if (this.#isStopped) return 0;
      if (score <= value) continue;
      value = score;
      best = index;
    }
    const bound = value >= beta ? LOWER_BOUND : value <= alpha ? UPPER_BOUND : EXACT;
    this.#table.keep(key, { value, bound, isProved: !this.#guessed, depth, best });
    this.#guessed ||= guessedBefore;
    return value;
  }

  /** The pit to try at a rank: the hint, then those that give another turn, then the others; -1 for none. */
  #ranked(at: number, rank: number, hint: number): number {
    if (rank < 0) return hint;
    const index = PITS - 1 - (rank % PITS);
    const seeds = this.#pits[at + index] as number;
    if (seeds === 0 || index === hint) return -1;
    const again = (index + seeds) % RING === STORE;
    return again === rank < PITS ? index : -1;
  }

  /** Sows a pit of the position at index `from`, writes the result at `to` for the same mover; true if the game is over. */
  #sow(from: number, to: number, index: number): boolean {
    const pits = this.#pits;
    pits.copyWithin(to, from, from + HOLES);
    let seeds = pits[to + index] as number;
    pits[to + index] = 0;
    let hole = index;
    let gain = 0;
    for (; seeds > 0; seeds--) {
      hole = hole === RING - 1 ? 0 : hole + 1;
      if (hole === STORE) gain++;
      else {
        const place = to + (hole > STORE ? hole - 1 : hole);
        pits[place] = (pits[place] as number) + 1;
      }
    }
    this.#again = hole === STORE;
    if (hole < STORE && pits[to + hole] === 1) {
      const across = to + HOLES - 1 - hole;
      const captured = pits[across] as number;
      if (captured > 0) {
        gain += captured + 1;
        pits[to + hole] = 0;
        pits[across] = 0;
      }
    }
    const mine = this.#inRow(to);
    const theirs = this.#inRow(to + PITS);
    const isOver = mine === 0 || theirs === 0;
    this.#gain = isOver ? gain + mine - theirs : gain;
    return isOver;
  }

  /** Exchanges the sides. */
  #turn(at: number): void {
    const pits = this.#pits;
    for (let index = at; index < at + PITS; index++) {
      const seeds = pits[index] as number;
      pits[index] = pits[index + PITS] as number;
      pits[index + PITS] = seeds;
    }
  }

  #inRow(at: number): number {
    const pits = this.#pits;
    let seeds = 0;
    for (let index = at; index < at + PITS; index++) seeds += pits[index] as number;
    return seeds;
  }

  #inPlay(at: number): number {
    return this.#inRow(at) + this.#inRow(at + PITS);
  }

  /** The mover's expectation: seeds in the own row count more, and having the move has a value. */
  #estimate(at: number): number {
    this.#guessed = true;
    return this.#inRow(at) - this.#inRow(at + PITS) + SEED;
  }

  /** All twelve pits in three numbers, six bits each. */
  #keyOf(at: number): [number, number, number] {
    return [this.#pack(at), this.#pack(at + 4), this.#pack(at + 8)];
  }

  #pack(at: number): number {
    const pits = this.#pits;
    const [one, two] = [pits[at] as number, pits[at + 1] as number];
    return one | (two << 6) | ((pits[at + 2] as number) << 12) | ((pits[at + 3] as number) << 18);
  }
}
