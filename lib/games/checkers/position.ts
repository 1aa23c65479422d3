import { BLACK, Board, fromOf, jumpsOf, moveText, piecesIn, QUIET_LIMIT, rowsOf, type Side, WHITE } from './board';
import { directionTo, nameOf, rowOf, SQUARES, squareNamed } from './squares';

/** By seat: white opens, from below. */
export const COLORS = ['white', 'black'] as const;
type Color = (typeof COLORS)[number];

interface LastMove {
  /** The start and every landing square: `b6d4f2`. */
  notation: string;
  /** The captured pieces in order, as letters of the rows: `wW`. */
  taken: string;
}

export interface CheckersState {
  /** Eight rows from the top with `/` between them: `w` `W` `b` `B`, `.` for empty and light squares. */
  rows: string;
  turn: 'w' | 'b';
  /** Plies since the last capture or man's move; 80 draw. */
  quiet: number;
  ply: number;
  last: LastMove | null;
}

export const OPENING: CheckersState = {
  rows: '.b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w.',
  turn: 'w',
  quiet: 0,
  ply: 0,
  last: null,
};

export interface LegalMove {
  notation: string;
  /** In the engine's notation. */
  code: number;
  from: number;
}

/** The status of a position by the rules. */
export interface Rules {
  side: Side;
  /** The legal moves: only the captures when there are any. */
  playable: readonly LegalMove[];
  /** Steps to a free neighbour, legal only when no capture is possible. */
  simple: readonly LegalMove[];
  mustCapture: boolean;
  end: 'no_pieces' | 'no_moves' | 'forty_moves' | null;
}

/** More than any position offers. */
const MAX_LEGAL_MOVES = 1024;
const buffer = new Int32Array(MAX_LEGAL_MOVES);
const rulesByState = new WeakMap<CheckersState, Rules>();

/** Makes a board of a state for the search to change. */
export function boardOf({ rows, turn, quiet }: Omit<CheckersState, 'ply' | 'last'>): Board {
  return new Board(piecesIn(rows), turn === 'w' ? WHITE : BLACK, quiet);
}

/** Caches results by state, because a state never changes. */
export function rulesOf(state: CheckersState): Rules {
  let rules = rulesByState.get(state);
  if (!rules) {
    rules = workOut(boardOf(state));
    rulesByState.set(state, rules);
  }
  return rules;
}

/** Legal moves are listed lazily, because a new position only needs to know whether there are any. */
function workOut(board: Board): Rules {
  const captures = buffer.slice(0, board.captures(buffer, 0, MAX_LEGAL_MOVES));
  const steps = buffer.slice(0, board.simpleMoves(buffer, 0));
  const mustCapture = captures.length > 0;
  const isStuck = !mustCapture && steps.length === 0;
  const own = board.side === WHITE ? board.white : board.black;
  const end = isStuck ? (own === 0 ? 'no_pieces' : 'no_moves') : board.quiet >= QUIET_LIMIT ? 'forty_moves' : null;
  let simple: readonly LegalMove[] | null = null;
  let playable: readonly LegalMove[] | null = null;
  return {
    side: board.side,
    mustCapture,
    end,
    get simple() {
      simple ??= listed(steps);
      return simple;
    },
    get playable() {
      playable ??= mustCapture ? listed(captures) : this.simple;
      return playable;
    },
  };
}

function listed(codes: Int32Array): LegalMove[] {
  const moves = Array.from(codes, (code) => ({ notation: moveText(code), code, from: fromOf(code) }));
  return moves.sort(compareMoves);
}

/** From a1 to the right and upwards, then as the alphabet has it. */
export function compareMoves(one: LegalMove, other: LegalMove): number {
  return one.from - other.from || (one.notation < other.notation ? -1 : 1);
}

/** The state after a playable move. */
export function advance(state: CheckersState, { code, notation }: LegalMove): CheckersState {
  const board = boardOf(state);
  board.make(code);
  const captured =
    jumpsOf(code) === 0 ? '' : jumpedSquares(notation).map((square) => pieceLetterAt(state.rows, square));
  return {
    rows: rowsOf(board),
    turn: state.turn === 'w' ? 'b' : 'w',
    quiet: board.quiet,
    ply: state.ply + 1,
    last: { notation, taken: [...captured].join('') },
  };
}

/** `w`, `W`, `b`, `B` or `.` on a square. */
export function pieceLetterAt(rows: string, square: string): string {
  return rows.charAt(9 * (8 - Number(square.charAt(1))) + square.charCodeAt(0) - 97);
}

/** `b6d4f2` → b6, d4, f2. */
export function squaresIn(notation: string): string[] {
  return notation.match(/[a-h][1-8]/g) ?? [];
}

/** The squares that a notation jumps over, in order; none for a simple move. */
export function jumpedSquares(notation: string): string[] {
  const path = squaresIn(notation);
  return path.slice(1).flatMap((to, index) => {
    const [column = 0, row = 0] = [0, 1].map((at) => (path[index] as string).charCodeAt(at) + to.charCodeAt(at));
    return column % 2 === 0 && row % 2 === 0 ? [String.fromCharCode(column / 2, row / 2)] : [];
  });
}

/** The state string of game-tools.md: rows and turn, without the counters. */
export function encodeBoard({ rows, turn }: CheckersState): string {
  return `${rows} ${turn}`;
}

/** The state string followed by the counters of a match: `<rows> <turn> <quiet> <ply> <last move>:<taken>`. */
export function encode(state: CheckersState): string {
  const last = state.last ? `${state.last.notation}:${state.last.taken || '-'}` : '-';
  return `${encodeBoard(state)} ${state.quiet} ${state.ply} ${last}`;
}

const ROWS = /^[.wWbB]{8}(?:\/[.wWbB]{8}){7}$/;
const LAST = /^((?:[a-h][1-8]){2,})(?::([wWbB]{1,12}|-))$/;

/**
 * Reads what {@link encode} writes, and the bare state string of game-tools.md.
 * @throws Error with the reason
 */
export function decode(text: string): CheckersState {
  const [rows = '', turn = '', ...rest] = text.split(' ');
  if (!ROWS.test(rows) || (turn !== 'w' && turn !== 'b') || (rest.length !== 0 && rest.length !== 3)) {
    throw new Error(
      'Not a checkers state: expected eight rows of eight of ".", "w", "W", "b", "B" from the top with "/" between them, a space and whose turn it is, "w" or "b".',
    );
  }
  checkPieces(rows, turn);
  if (rest.length === 0) return { rows, turn, quiet: 0, ply: turn === 'w' ? 0 : 1, last: null };
  const [quiet, ply, last = ''] = rest;
  const state: CheckersState = { rows, turn, quiet: counted(quiet), ply: counted(ply), last: lastIn(last) };
  checkHistory(state);
  return state;
}

/** @throws Error when the text is not such a position. For the stateless tools, which store rows and turn only. */
export function decodeBoard(text: string): CheckersState {
  if (text.split(' ').length > 2) throw new Error('Not a checkers state: expected the rows, a space and the turn.');
  return decode(text);
}

function counted(text: string | undefined): number {
  if (!text || !/^(0|[1-9]\d{0,5})$/.test(text)) throw new Error(`Not a checkers state: ${text} is no count of moves.`);
  return Number(text);
}

function lastIn(text: string): LastMove | null {
  if (text === '-') return null;
  const [, notation, captured] = LAST.exec(text) ?? [];
  if (!notation || !captured) throw new Error(`Not a checkers state: ${text} is no last move.`);
  return { notation, taken: captured === '-' ? '' : captured };
}

function checkPieces(rows: string, turn: 'w' | 'b'): void {
  const pieces = piecesIn(rows);
  if (rowsOf(pieces) !== rows) throw new Error('Impossible board: pieces are on dark squares only; a1 is dark.');
  for (let square = 0; square < SQUARES; square++) {
    const letter = pieceLetterAt(rows, nameOf(square));
    if ((letter === 'w' && rowOf(square) === 7) || (letter === 'b' && rowOf(square) === 0))
      throw new Error(`Impossible board: the man on ${nameOf(square)} would have been crowned.`);
  }
  for (const [name, letters] of [
    ['white', /[wW]/g],
    ['black', /[bB]/g],
  ] as const) {
    const count = rows.match(letters)?.length ?? 0;
    if (count > 12) throw new Error(`Impossible board: ${name} has ${count} pieces, and there are 12.`);
    if (count === 0 && name.charAt(0) !== turn)
      throw new Error(`Impossible board: ${name} has no piece and yet has just moved.`);
  }
}

function checkHistory({ rows, turn, quiet, ply, last }: CheckersState): void {
  const isOdd = ply % 2 === 1;
  if (isOdd !== (turn === 'b')) throw new Error(`Impossible count: after ${ply} moves it is not ${turn}'s turn.`);
  if (quiet > QUIET_LIMIT || quiet > ply)
    throw new Error(`Impossible count: ${quiet} of ${ply} moves without progress.`);
  if (!last) return;
  const path = squaresIn(last.notation);
  const end = path.at(-1) as string;
  const fits = path.slice(1).every((to, index) => directionTo(...pairOf(path[index] as string, to)) >= 0);
  const stands = pieceLetterAt(rows, end).toLowerCase() === (turn === 'w' ? 'b' : 'w');
  const tookOwn = [...last.taken].some((letter) => letter.toLowerCase() !== turn);
  if (!fits || !stands || tookOwn || jumpedSquares(last.notation).length !== last.taken.length)
    throw new Error(`Impossible last move: ${last.notation} does not lead to this board.`);
}

function pairOf(from: string, to: string): [number, number] {
  return [squareNamed(from), squareNamed(to)];
}

export interface PieceCount {
  men: number;
  kings: number;
}

export interface CheckersView {
  /** Eight rows from the top: `w` and `b` are men, `W` and `B` kings, `.` is empty. */
  board: string[];
  status: 'in_progress' | 'game_over';
  turn: Color | null;
  /** The viewer's own colour; null for spectators. */
  you: Color | null;
  winner: Color | 'draw' | null;
  /** The reason for the end. */
  reason: Rules['end'];
  must_capture: boolean;
  last_move: {
    notation: string;
    /** The start and every landing square. */
    path: string[];
    /** The captured pieces, in order. */
    captured: { square: string; piece: string }[];
  } | null;
  pieces: Record<Color, PieceCount>;
  move_number: number;
  /** Moves of either side since the last capture or man's move; 80 draw. */
  quiet_moves: number;
}
