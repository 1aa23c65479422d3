/** The verdict of the rules on a position without a search, for the side to move. */
export const UNDECIDED = 0;
export const DRAWN = 1;
export const LOST = 2;
/** Wins by its next move. */
export const WINS_NEXT = 3;
/** Loses by the reply to each of its next moves. */
export const LOSES_NEXT = 4;

/**
 * A mutable position of a two-sided game for the search. Moves are integers below 2^31 that mean the same in every
 * position; `low` and `high` together are the hash key.
 */
export interface Searchable {
  low: number;
  high: number;
  verdict(): number;
  /**
   * Writes the moves to search into `into` from `at`, likeliest first, at most {@link MAX_MOVES}; returns how many.
   * None means that the side to move has lost.
   */
  moves(into: Int32Array, at: number): number;
  make(move: number): void;
  unmake(): void;
  /** The evaluation for the side to move, well inside ±{@link WIN_RANGE}. */
  evaluate(): number;
  /** Whether the position is quiet: no exchange is under way, so `evaluate` is reliable. */
  isQuiet(): boolean;
  /** Maximum number of plies until the game is over; Infinity when it is far away. */
  pliesLeft(): number;
  /** Index of a move in the history table, below 1024: similar moves share one. */
  habit(move: number): number;
}

/** Score of a win now; one less for each ply until it. */
const WIN = 30_000;
/** Scores beyond this are proved wins or losses. */
const WIN_RANGE = WIN - 512;
export const MAX_MOVES = 128;
const HABITS = 1024;
const INFINITE = 32_000;
const MAX_DEPTH = 96;
const NO_MOVE = -1;
const EXACT = 1;
const LOWER_BOUND = 2;
const UPPER_BOUND = 3;

export const isDecisive = (score: number): boolean => Math.abs(score) > WIN_RANGE;
/** Number of plies until the win of a decisive score. */
export const pliesToWin = (score: number): number => WIN - Math.abs(score);

/** The transposition table: pairs of slots, one for the deepest entry, one for the newest. */
class Table {
  readonly #mask: number;
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #move: Int32Array;
  readonly #score: Int16Array;
  readonly #depth: Int8Array;
  readonly #bound: Uint8Array;

  constructor(bits: number) {
    const size = 1 << bits;
    this.#mask = size - 1;
    this.#low = new Int32Array(size);
    this.#high = new Int32Array(size);
    this.#move = new Int32Array(size);
    this.#score = new Int16Array(size);
    this.#depth = new Int8Array(size);
    this.#bound = new Uint8Array(size);
  }

  /** The slot of a position, or -1. */
  find(low: number, high: number): number {
    const at = this.#slot(low, high);
    if (this.#bound[at] && this.#low[at] === low && this.#high[at] === high) return at;
    const other = at ^ 1;
    return this.#bound[other] && this.#low[other] === low && this.#high[other] === high ? other : -1;
  }

  move(slot: number): number {
    return this.#move[slot] as number;
  }

  /** The score of a slot if it decides the window at this depth, else NaN. */
  decisiveScore(slot: number, depth: number, alpha: number, beta: number, ply: number): number {
    const score = fromTable(this.#score[slot] as number, ply);
    const bound = this.#bound[slot];
    const isProved = (score > WIN_RANGE && bound !== UPPER_BOUND) || (score < -WIN_RANGE && bound !== LOWER_BOUND);
    if ((this.#depth[slot] as number) < depth && !isProved) return Number.NaN;
    if (bound === EXACT || (bound === LOWER_BOUND && score >= beta) || (bound === UPPER_BOUND && score <= alpha))
      return score;
    return Number.NaN;
  }

  keep(low: number, high: number, move: number, score: number, depth: number, bound: number): void {
    const first = this.#slot(low, high);
    const isSame = this.#low[first] === low && this.#high[first] === high;
    const at = isSame || !this.#bound[first] || (this.#depth[first] as number) <= depth ? first : first ^ 1;
    this.#low[at] = low;
    this.#high[at] = high;
    this.#move[at] = move;
    this.#score[at] = score;
    this.#depth[at] = depth;
    this.#bound[at] = bound;
  }

  #slot(low: number, high: number): number {
    const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}

/** Win scores are stored relative to the position, not to the root. */
const toTable = (score: number, ply: number) =>
  score > WIN_RANGE ? score + ply : score < -WIN_RANGE ? score - ply : score;
const fromTable = (score: number, ply: number) =>
  score > WIN_RANGE ? score - ply : score < -WIN_RANGE ? score + ply : score;

/** Stops a search in the middle of a line. */
class OutOfNodes extends Error {
  constructor(readonly ply: number) {
    super();
  }
}

export interface SearchLimits {
  /** Positions to search; the only budget, so that the result is deterministic. */
  nodes: number;
  depth: number;
  /** Added to the score of each unproved root move, for weaker or more varied play. */
  bias?: (move: number) => number;
  /** Further positions to prove the result at the end of the game, without its distance. */
  proofNodes?: number;
  /** Root moves within this margin of the best get an exact score; the others are only known to be worse. */
  margin?: number;
}

export interface RatedMove {
  move: number;
  /** For the side to move, bias included; -Infinity when the move is only known to be worse. */
  score: number;
}

export interface SearchResult {
  /** Every move that was given, best first. */
  moves: RatedMove[];
  depth: number;
  nodes: number;
  /** The proved result for the side to move: 1 win, 0 draw, -1 loss; null when it is not proved. */
  value: 1 | 0 | -1 | null;
}

/**
 * The best of some moves within the limits: iterative deepening over principal variation search with a transposition
 * table, killers and history. Positions with a single move and exchanges under way are searched deeper. When a result
 * is proved, moves that lose it have the score -Infinity.
 * @param position mutated during the search and restored
 * @param moves legal moves of the position, at least one
 */
export function search(position: Searchable, moves: readonly number[], limits: SearchLimits): SearchResult {
  return new Search(position, limits).run(moves);
}

interface RootMove extends RatedMove {
  bias: number;
}

class Search {
  readonly #position: Searchable;
  readonly #limits: SearchLimits;
  readonly #table: Table;
  readonly #stack = new Int32Array((MAX_DEPTH + 1) * MAX_MOVES);
  readonly #ranks = new Int32Array(MAX_MOVES);
  readonly #killers = new Int32Array(2 * (MAX_DEPTH + 1)).fill(NO_MOVE);
  readonly #history = new Int32Array(2 * HABITS);
  #nodes = 0;
  #maxNodes: number;

  constructor(position: Searchable, limits: SearchLimits) {
    this.#position = position;
    this.#limits = limits;
    this.#maxNodes = limits.nodes;
    const { nodes, proofNodes = 0 } = limits;
    this.#table = new Table(Math.min(20, Math.max(10, Math.ceil(Math.log2(nodes + proofNodes)))));
  }

  run(moves: readonly number[]): SearchResult {
    const deepest = Math.min(this.#limits.depth, this.#position.pliesLeft(), MAX_DEPTH);
    let root: RootMove[] = moves.map((move) => ({ move, bias: this.#limits.bias?.(move) ?? 0, score: 0 }));
    let reached = 0;
    while (reached < deepest && !this.#isDecided(root)) {
      const rated = this.#searchRoot(root, reached + 1);
      root = merged(root, rated);
      if (rated.length < root.length) break;
      reached++;
    }
    let value = this.#valueOf(root, reached);
    if (value === null && this.#limits.proofNodes && root.length > 1) {
      this.#maxNodes = this.#nodes + this.#limits.proofNodes;
      value = this.#prove(root);
    }
    return { moves: root.map(({ move, score }) => ({ move, score })), depth: reached, nodes: this.#nodes, value };
  }

  /** Undoes the moves of the line in which the nodes ran out. */
  #undoLine(stop: unknown): void {
    if (!(stop instanceof OutOfNodes)) throw stop;
    for (let ply = stop.ply; ply > 0; ply--) this.#position.unmake();
  }

  /** The result that iterative deepening has proved. */
  #valueOf(root: readonly RootMove[], reached: number): SearchResult['value'] {
    const best = root[0]?.score ?? 0;
    if (isDecisive(best)) return best > 0 ? 1 : -1;
    return reached >= this.#position.pliesLeft() ? 0 : null;
  }

  /** Proves which root moves win or, if none does, which draw; the others get the score -Infinity. */
  #prove(root: RootMove[]): SearchResult['value'] {
    for (const [value, least] of [
      [1, 0],
      [0, -1],
    ] as const) {
      const keeping = this.#movesAbove(root, least);
      if (keeping === null) return null;
      if (keeping.size === 0) continue;
      for (const option of root)
        option.score = keeping.has(option.move) ? Math.max(option.score, -WIN_RANGE) : Number.NEGATIVE_INFINITY;
      root.sort((one, other) => Number(keeping.has(other.move)) - Number(keeping.has(one.move)));
      return value;
    }
    return -1;
  }

  /** The root moves that score more than `least` at the end of the game; null when the nodes run out before one is found. */
  #movesAbove(root: readonly RootMove[], least: number): Set<number> | null {
    const found = new Set<number>();
    const depth = this.#position.pliesLeft();
    try {
      for (const { move } of root) {
        this.#position.make(move);
        if (-this.#negamax(depth - 1, -least - 1, -least, 1) > least) found.add(move);
        this.#position.unmake();
      }
    } catch (stop) {
      this.#undoLine(stop);
    }
    return found.size > 0 || this.#nodes <= this.#maxNodes ? found : null;
  }

  /** Whether a deeper search could not change the result. */
  #isDecided(root: readonly RootMove[]): boolean {
    const best = root[0]?.score ?? 0;
    if (root.length === 1 && this.#limits.margin === undefined) return true;
    if (this.#limits.margin === undefined) return isDecisive(best);
    return isDecisive(best) && (best < 0 || root.every(({ score }) => isDecisive(score)));
  }

  /** One iteration: the moves with their scores at this depth; incomplete when the nodes run out. */
  #searchRoot(root: readonly RootMove[], depth: number): RootMove[] {
    const rated: RootMove[] = [];
    let best = -INFINITE;
    try {
      for (const { move, bias } of root) {
        this.#position.make(move);
        const least = this.#lowestRelevantScore(best, bias);
        const plain = this.#scoreAtRoot(depth, least);
        this.#position.unmake();
        const knownScore = isDecisive(plain) ? plain : plain + bias;
        const score = plain <= least ? Number.NEGATIVE_INFINITY : knownScore;
        rated.push({ move, bias, score });
        if (score > best) best = score;
      }
    } catch (stop) {
      this.#undoLine(stop);
    }
    return rated;
  }

  /** The score, before its bias, at or below which a root move is irrelevant. */
  #lowestRelevantScore(best: number, bias: number): number {
    const { margin } = this.#limits;
    if (margin !== undefined && isDecisive(best)) return best > 0 ? WIN_RANGE : -INFINITE;
    return Math.max(-INFINITE, best - (isDecisive(best) ? 0 : bias) - (margin ?? 0));
  }

  #scoreAtRoot(depth: number, least: number): number {
    if (least > -INFINITE) {
      const probe = -this.#negamax(depth - 1, -least - 1, -least, 1);
      if (probe <= least) return probe;
    }
    return -this.#negamax(depth - 1, -INFINITE, -least, 1);
  }

  #negamax(depthLeft: number, alphaGiven: number, beta: number, ply: number): number {
    const position = this.#position;
    if (++this.#nodes > this.#maxNodes) throw new OutOfNodes(ply);
    const verdict = position.verdict();
    if (verdict !== UNDECIDED) return scoreOf(verdict, ply);
    if (ply >= MAX_DEPTH || (depthLeft <= 0 && position.isQuiet())) return position.evaluate();
    const depth = Math.max(0, depthLeft);
    const slot = this.#table.find(position.low, position.high);
    if (slot < 0) return this.#tryMoves(depth, alphaGiven, beta, ply, NO_MOVE);
    const score = this.#table.decisiveScore(slot, depth, alphaGiven, beta, ply);
    return Number.isNaN(score) ? this.#tryMoves(depth, alphaGiven, beta, ply, this.#table.move(slot)) : score;
  }

  #tryMoves(depth: number, alphaGiven: number, beta: number, ply: number, first: number): number {
    const position = this.#position;
    const { low, high } = position;
    const from = ply * MAX_MOVES;
    const count = position.moves(this.#stack, from);
    if (count === 0) return ply - WIN;
    const nextDepth = count === 1 ? depth : depth - 1;
    if (count > 1) this.#order(from, count, first, ply);
    let alpha = alphaGiven;
    let best = -INFINITE;
    let bestMove = NO_MOVE;
    for (let index = 0; index < count; index++) {
      const move = this.#stack[from + index] as number;
      position.make(move);
      let score = index === 0 ? INFINITE : -this.#negamax(nextDepth, -alpha - 1, -alpha, ply + 1);
      if (index === 0 || (score > alpha && score < beta)) score = -this.#negamax(nextDepth, -beta, -alpha, ply + 1);
      position.unmake();
      if (score > best) {
        best = score;
        bestMove = move;
      }
      if (score > alpha) alpha = score;
      if (alpha >= beta) {
        this.#reward(move, depth, ply);
        break;
      }
    }
    const bound = best >= beta ? LOWER_BOUND : best > alphaGiven ? EXACT : UPPER_BOUND;
    this.#table.keep(low, high, bestMove, toTable(best, ply), depth, bound);
    return best;
  }

  /** Sorts the moves of a ply: table move, killers, then by history; stable otherwise. */
  #order(from: number, count: number, first: number, ply: number): void {
    const moves = this.#stack;
    const ranks = this.#ranks;
    for (let index = 0; index < count; index++) {
      const move = moves[from + index] as number;
      const rank = this.#rank(move, first, ply);
      let at = index;
      for (; at > 0 && (ranks[at - 1] as number) < rank; at--) {
        ranks[at] = ranks[at - 1] as number;
        moves[from + at] = moves[from + at - 1] as number;
      }
      ranks[at] = rank;
      moves[from + at] = move;
    }
  }

  #rank(move: number, first: number, ply: number): number {
    if (move === first) return 3_000_000;
    if (move === this.#killers[2 * ply]) return 2_000_001;
    if (move === this.#killers[2 * ply + 1]) return 2_000_000;
    return this.#history[(ply & 1) * HABITS + this.#position.habit(move)] as number;
  }

  #reward(move: number, depth: number, ply: number): void {
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply] as number;
      this.#killers[2 * ply] = move;
    }
    const at = (ply & 1) * HABITS + this.#position.habit(move);
    this.#history[at] = Math.min((this.#history[at] as number) + depth * depth + 1, 1_000_000);
  }
}

/** The score of a verdict for the side to move, `ply` plies from the root. */
function scoreOf(verdict: number, ply: number): number {
  if (verdict === LOST) return ply - WIN;
  if (verdict === WINS_NEXT) return WIN - ply - 1;
  return verdict === LOSES_NEXT ? ply + 2 - WIN : 0;
}

/** Merges a complete or interrupted iteration into the root moves; moves that it did not reach are no better than its best. */
function merged(earlier: readonly RootMove[], rated: readonly RootMove[]): RootMove[] {
  const best = Math.max(...rated.map(({ score }) => score));
  const rest = earlier.slice(rated.length).map((option) => ({ ...option, score: Math.min(option.score, best) }));
  return rated.length === 0 ? [...earlier] : [...rated, ...rest].sort((one, other) => other.score - one.score);
}
