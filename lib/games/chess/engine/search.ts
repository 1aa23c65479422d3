import { type Board, fromOf, type Move, NO_MOVE, promotionOf, toOf } from './board';
import { evaluate } from './evaluate';
import { VALUES } from './piece-values';

/** Score of a mate now; one less for each ply until it. */
export const MATE = 30_000;
const MATE_RANGE = MATE - 256;
const INFINITE = 32_000;
const DEEPEST = 64;
const TABLE_BITS = 17;
const TABLE_MASK = (1 << TABLE_BITS) - 1;
const EXACT = 1;
const AT_LEAST = 2;
const AT_MOST = 3;

/** The transposition table of this search; newer entries replace older ones. */
class Table {
  readonly #high = new Int32Array(1 << TABLE_BITS);
  readonly #move = new Int32Array(1 << TABLE_BITS);
  readonly #score = new Int16Array(1 << TABLE_BITS);
  readonly #depth = new Int8Array(1 << TABLE_BITS);
  readonly #bound = new Uint8Array(1 << TABLE_BITS);

  find({ low, high }: Board): { move: Move; score: number; depth: number; bound: number } | null {
    const at = low & TABLE_MASK;
    if (this.#high[at] !== high || !this.#bound[at]) return null;
    return {
      move: this.#move[at] as number,
      score: this.#score[at] as number,
      depth: this.#depth[at] as number,
      bound: this.#bound[at] as number,
    };
  }

  keep({ low, high }: Board, move: Move, score: number, depth: number, bound: number): void {
    const at = low & TABLE_MASK;
    this.#high[at] = high;
    this.#move[at] = move;
    this.#score[at] = score;
    this.#depth[at] = depth;
    this.#bound[at] = bound;
  }
}

class OutOfNodes extends Error {}

export interface SearchLimits {
  /** Positions to search; the only limit, so that the same input always gives the same move. */
  nodes: number;
  depth: number;
  /** Added to the score of each root move, in centipawns: what makes a weak or a varied player. */
  bias?: (move: Move) => number;
  /** The score matters, not only the move, so forced moves are searched too. */
  scored?: boolean;
  /** Searches every move to the full depth, without null moves: slower, but a mate that it finds is proved. */
  strict?: boolean;
}

export interface SearchResult {
  move: Move;
  /** For the side to move, in centipawns. */
  score: number;
  depth: number;
  nodes: number;
}

/**
 * The best move within the limits: iterative deepening over principal variation search, with a transposition table,
 * null moves, late move reductions, killers, history and a quiescence search of captures.
 */
export function search(board: Board, limits: SearchLimits): SearchResult {
  return new Search(board, limits).run();
}

class Search {
  readonly #board: Board;
  readonly #limits: SearchLimits;
  readonly #table = new Table();
  readonly #killers = new Int32Array(2 * (DEEPEST + 64));
  readonly #history = new Int32Array(16 * 128);
  #nodes = 0;

  constructor(board: Board, limits: SearchLimits) {
    this.#board = board;
    this.#limits = limits;
  }

  run(): SearchResult {
    let best: SearchResult = { move: NO_MOVE, score: 0, depth: 0, nodes: 0 };
    const root = this.#rootMoves();
    for (let depth = 1; depth <= Math.min(this.#limits.depth, DEEPEST); depth++) {
      const found = this.#searchRoot(root, depth);
      if (found.move !== NO_MOVE) best = { ...found, depth, nodes: this.#nodes };
      if (found.interrupted || (root.length === 1 && !this.#limits.scored) || Math.abs(found.score) > MATE_RANGE) break;
      const index = root.findIndex(({ move }) => move === found.move);
      root.unshift(...root.splice(index, 1));
    }
    return best;
  }

  #rootMoves(): { move: Move; bias: number }[] {
    const board = this.#board;
    const legal = this.#ordered(board.moves(), NO_MOVE, 0).filter((move) => {
      const isLegal = board.make(move);
      if (isLegal) board.unmake();
      return isLegal;
    });
    return legal.map((move) => ({ move, bias: this.#limits.bias?.(move) ?? 0 }));
  }

  /** One iteration. When the nodes run out, the best move so far counts; the last iteration's best move is tried first. */
  #searchRoot(
    root: { move: Move; bias: number }[],
    depth: number,
  ): { move: Move; score: number; interrupted: boolean } {
    let alpha = -INFINITE;
    let best = NO_MOVE;
    try {
      for (const { move, bias } of root) {
        this.#board.make(move);
        const score = this.#rootScore(depth, alpha - bias, best === NO_MOVE) + bias;
        this.#board.unmake();
        if (score > alpha) {
          alpha = score;
          best = move;
        }
      }
    } catch (stop) {
      if (!(stop instanceof OutOfNodes)) throw stop;
      return { move: best, score: alpha, interrupted: true };
    }
    return { move: best, score: alpha, interrupted: false };
  }

  #rootScore(depth: number, alpha: number, isFirst: boolean): number {
    if (isFirst) return -this.#negamax(depth - 1, -INFINITE, INFINITE, 1, true);
    const probe = -this.#negamax(depth - 1, -alpha - 1, -alpha, 1, true);
    return probe > alpha ? -this.#negamax(depth - 1, -INFINITE, -alpha, 1, true) : probe;
  }

  #negamax(depthLeft: number, alphaGiven: number, beta: number, ply: number, mayPass: boolean): number {
    const board = this.#board;
    if (++this.#nodes > this.#limits.nodes) throw new OutOfNodes();
    if (board.repeats || board.clock >= 100) return 0;
    const checked = board.inCheck;
    const depth = checked ? depthLeft + 1 : depthLeft;
    if (depth <= 0 || ply >= DEEPEST) return this.#quiesce(alphaGiven, beta, ply);

    const entry = this.#table.find(board);
    if (entry && entry.depth >= depth) {
      const score = fromTable(entry.score, ply);
      if (
        entry.bound === EXACT ||
        (entry.bound === AT_LEAST && score >= beta) ||
        (entry.bound === AT_MOST && score <= alphaGiven)
      )
        return score;
    }

    const narrow = beta - alphaGiven === 1;
    if (
      !this.#limits.strict &&
      narrow &&
      mayPass &&
      !checked &&
      depth >= 3 &&
      board.score() >= beta &&
      board.hasPieces
    ) {
      board.pass();
      const score = -this.#negamax(depth - 3, -beta, -beta + 1, ply + 1, false);
      board.unpass();
      if (score >= beta) return score > MATE_RANGE ? beta : score;
    }
    return this.#tryMoves(depth, alphaGiven, beta, ply, checked, entry?.move ?? NO_MOVE);
  }

  #tryMoves(depth: number, alphaGiven: number, beta: number, ply: number, checked: boolean, first: Move): number {
    const board = this.#board;
    let alpha = alphaGiven;
    let best = -INFINITE;
    let bestMove = NO_MOVE;
    let tried = 0;
    for (const move of this.#ordered(board.moves(), first, ply)) {
      const quiet = !board.squares[toOf(move)] && !promotionOf(move);
      if (!board.make(move)) continue;
      tried++;
      const late = !this.#limits.strict && quiet && !checked && depth >= 3 && tried > 3 ? (tried > 10 ? 2 : 1) : 0;
      let score =
        tried === 1
          ? -this.#negamax(depth - 1, -beta, -alpha, ply + 1, true)
          : -this.#negamax(depth - 1 - late, -alpha - 1, -alpha, ply + 1, true);
      if (tried > 1 && score > alpha && (late > 0 || score < beta))
        score = -this.#negamax(depth - 1, -beta, -alpha, ply + 1, true);
      board.unmake();
      if (score > best) {
        best = score;
        bestMove = move;
      }
      if (score > alpha) alpha = score;
      if (alpha >= beta) {
        if (quiet) this.#reward(move, depth, ply);
        break;
      }
    }
    if (tried === 0) return checked ? ply - MATE : 0;
    this.#table.keep(
      board,
      bestMove,
      toTable(best, ply),
      depth,
      best >= beta ? AT_LEAST : best > alphaGiven ? EXACT : AT_MOST,
    );
    return best;
  }

  /** Searches captures to the end, so that no position is evaluated in the middle of an exchange. */
  #quiesce(alphaGiven: number, beta: number, ply: number): number {
    const board = this.#board;
    if (++this.#nodes > this.#limits.nodes) throw new OutOfNodes();
    const standing = evaluate(board);
    if (standing >= beta || ply >= DEEPEST + 32) return standing;
    let best = standing;
    let alpha = Math.max(alphaGiven, standing);
    for (const move of this.#ordered(board.moves(true), NO_MOVE, ply)) {
      const gain = VALUES[(board.squares[toOf(move)] as number) & 7] as number;
      if (!promotionOf(move) && standing + gain + 200 < alpha) continue;
      if (!board.make(move)) continue;
      const score = -this.#quiesce(-beta, -alpha, ply + 1);
      board.unmake();
      if (score > best) best = score;
      if (score > alpha) alpha = score;
      if (alpha >= beta) break;
    }
    return best;
  }

  /** Best candidates first: the table's move, winning captures, killers, then by history. */
  #ordered(moves: Move[], first: Move, ply: number): Move[] {
    const promises = moves.map((move) => (move === first ? 9_000_000 : this.#promise(move, ply)));
    for (let index = 1; index < moves.length; index++) {
      const move = moves[index] as Move;
      const promise = promises[index] as number;
      let at = index;
      for (; at > 0 && (promises[at - 1] as number) < promise; at--) {
        moves[at] = moves[at - 1] as Move;
        promises[at] = promises[at - 1] as number;
      }
      moves[at] = move;
      promises[at] = promise;
    }
    return moves;
  }

  #promise(move: Move, ply: number): number {
    const { squares } = this.#board;
    const piece = squares[fromOf(move)] as number;
    const target = squares[toOf(move)] as number;
    const promotion = promotionOf(move) ? 1_500_000 + promotionOf(move) : 0;
    if (target) return promotion + 2_000_000 + 16 * (VALUES[target & 7] as number) - (piece & 7);
    if (move === this.#killers[2 * ply]) return promotion + 1_000_001;
    if (move === this.#killers[2 * ply + 1]) return promotion + 1_000_000;
    return promotion + (this.#history[piece * 128 + toOf(move)] as number);
  }

  #reward(move: Move, depth: number, ply: number): void {
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply] as number;
      this.#killers[2 * ply] = move;
    }
    const at = (this.#board.squares[fromOf(move)] as number) * 128 + toOf(move);
    this.#history[at] = Math.min((this.#history[at] as number) + depth * depth, 900_000);
  }
}

/** Plies until the mate that a score stands for; null if it is not a mate score. */
export function pliesToMate(score: number): number | null {
  return Math.abs(score) > MATE_RANGE ? MATE - Math.abs(score) : null;
}

/** Mate scores are stored relative to the position, not to the root. */
const toTable = (score: number, ply: number) =>
  score > MATE_RANGE ? score + ply : score < -MATE_RANGE ? score - ply : score;
const fromTable = (score: number, ply: number) =>
  score > MATE_RANGE ? score - ply : score < -MATE_RANGE ? score + ply : score;
