import { Chess, type Color, type PieceSymbol, validateFen } from 'chess.js';

/** The initial position of every hosted game. */
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A move in the internal form of chess.js; squares are 0x88 indexes, a8 = 0. */
interface InternalMove {
  from: number;
  to: number;
  piece: PieceSymbol;
  captured?: PieceSymbol;
  promotion?: PieceSymbol;
}

/**
 * Internals of chess.js, absent from its types. `moves({ verbose: true })` builds two FENs and a SAN for each
 * move, 15 to 60 times the cost of the list itself; UCI needs squares only. The version is pinned, and the
 * perft tables of chess.test.ts check these four.
 */
interface Internals {
  _moves(options?: { legal?: boolean }): InternalMove[];
  _moveToSan(move: InternalMove, legal: InternalMove[]): string;
  _makeMove(move: InternalMove): void;
  _undoMove(): void;
}

/** A legal move with the details that the rest of the game needs. */
export interface LegalMove {
  /** `e2e4`, `e7e8q`; castling is the king's move, `e1g1`. */
  uci: string;
  piece: PieceSymbol;
  captured: PieceSymbol | null;
}

/** The position after a move. */
export interface Played {
  fen: string;
  san: string;
  uci: string;
  captured: PieceSymbol | null;
}

export type PositionStatus =
  | 'in_progress'
  | 'check'
  | 'checkmate'
  | 'stalemate'
  | 'insufficient_material'
  | 'fifty_moves';

const squareName = (square: number) => 'abcdefgh'[square & 15] + String(8 - (square >> 4));
const uciOf = (move: InternalMove) => squareName(move.from) + squareName(move.to) + (move.promotion ?? '');
const toLegalMove = (move: InternalMove): LegalMove => ({
  uci: uciOf(move),
  piece: move.piece,
  captured: move.captured ?? null,
});

/** Piece, file, rank, target, promotion; also with more disambiguation than needed. */
export const SAN = /^([KQRBN])?([a-h])?([1-8])?x?([a-h][1-8])(?:=?([QRBNqrbn]))?[+#]?$/;
export const CASTLING = /^O-O(-O)?[+#]?$/;

/** One chess position and its legal moves, computed by chess.js. */
export class Position {
  readonly fen: string;
  readonly turn: Color;
  readonly legal: readonly LegalMove[];
  readonly #chess: Chess;
  readonly #internals: Internals;
  readonly #moves: InternalMove[];

  /** `fen` must be valid: see {@link checkFen}. */
  constructor(fen: string) {
    this.#chess = new Chess(fen, { skipValidation: true });
    this.#internals = this.#chess as unknown as Internals;
    this.#moves = this.#internals._moves();
    this.fen = fen;
    this.turn = this.#chess.turn();
    this.legal = this.#moves.map(toLegalMove);
  }

  get inCheck(): boolean {
    return this.#chess.isCheck();
  }

  /** All that the position alone decides; repetition needs the game's history. */
  get standing(): PositionStatus {
    const check = this.inCheck;
    if (this.#moves.length === 0) return check ? 'checkmate' : 'stalemate';
    if (this.#chess.isInsufficientMaterial()) return 'insufficient_material';
    if (this.#chess.isDrawByFiftyMoves()) return 'fifty_moves';
    return check ? 'check' : 'in_progress';
  }

  /** The legal moves, in UCI, that a text in UCI or SAN can mean: none when it is not legal, several when it is ambiguous. */
  find(text: string): string[] {
    return findIn(this.legal, text);
  }

  /** The moves, in UCI, that a text can mean and that would be legal if the king could be left in check. */
  findPseudoLegal(text: string): string[] {
    return findIn(this.#internals._moves({ legal: false }).map(toLegalMove), text);
  }

  /**
   * The same position with the square that a pawn has just passed. chess.js omits that square from a FEN where no
   * capture on it is legal, so the reason for the refusal of such a capture needs it.
   */
  withPassedSquare(square: string): Position {
    const fields = this.fen.split(' ');
    return new Position(fields.with(3, square).join(' '));
  }
  /** Plays a legal move; the position itself stays as it is. */
  play(uci: string): Played {
    const move = this.#moves[this.legal.findIndex((legal) => legal.uci === uci)];
    if (!move) throw new RangeError(`${uci} is not legal in ${this.fen}`);
    const san = this.#internals._moveToSan(move, this.#moves);
    this.#internals._makeMove(move);
    const fen = this.#chess.fen();
    this.#internals._undoMove();
    return { fen, san, uci, captured: move.captured ?? null };
  }

  /** The piece on a square such as `e4`, or null. */
  pieceOn(square: string): { type: PieceSymbol; color: Color } | null {
    return this.#chess.get(square as Parameters<Chess['get']>[0]) ?? null;
  }
}

/** The moves of a list, in UCI, that a text in UCI or SAN can mean. */
function findIn(moves: readonly LegalMove[], text: string): string[] {
  const uciWhere = (fits: (move: LegalMove) => boolean) => moves.filter(fits).map(({ uci }) => uci);
  const exact = moves.find((move) => move.uci === text.toLowerCase());
  if (exact) return [exact.uci];
  const castling = CASTLING.exec(text);
  if (castling)
    return uciWhere((move) => move.piece === 'k' && /^e/.test(move.uci) && move.uci[2] === (castling[1] ? 'c' : 'g'));
  const [, letter, file, rank, to, promotion] = SAN.exec(text) ?? [];
  if (to === undefined) return [];
  const piece = letter?.toLowerCase() ?? 'p';
  const fromFile = file ?? (piece === 'p' ? to[0] : undefined);
  return uciWhere(
    ({ piece: moved, uci }) =>
      moved === piece &&
      uci.slice(2, 4) === to &&
      (fromFile === undefined || uci[0] === fromFile) &&
      (rank === undefined || uci[1] === rank) &&
      (promotion === undefined || uci[4] === promotion.toLowerCase()),
  );
}

/** Throws the reason when a text is no FEN of a position that a game could reach at the mover's turn. */
export function checkFen(fen: string): void {
  const { ok, error } = validateFen(fen);
  if (!ok) throw new Error(error ?? 'Not a FEN.');
  const chess = new Chess(fen);
  const waiting = chess.turn() === 'w' ? 'b' : 'w';
  const king = chess.findPiece({ type: 'k', color: waiting })[0];
  if (king && chess.isAttacked(king, chess.turn()))
    throw new Error('Impossible position: the side that is not to move is in check.');
}
