import type { Perspective } from '@/lib/core/game';
import { COLOR_NAMES } from './refusal';
import {
  type ChessState,
  type ChessStatus,
  type DrawReason,
  givesCheck,
  lastField,
  moveNumber,
  repetitionOf,
  turnOf,
} from './state';

export const COLORS = ['white', 'black'] as const;
type ColorName = (typeof COLORS)[number];

export interface ChessView {
  fen: string;
  turn: 'w' | 'b';
  status: ChessStatus;
  /** The reason for the draw. */
  reason: DrawReason | null;
  winner: ColorName | null;
  check: boolean;
  /** The viewer's colour; null for spectators. */
  you: ColorName | null;
  last_move: { uci: string; san: string } | null;
  move_number: number;
  /** Pieces that each side has taken, as lower-case letters. */
  captured: Record<ColorName, string[]>;
  /** White's material minus black's, in pawns. */
  material: number;
  /** How often the position has occurred; the third time is a draw. */
  repetition: number;
  /** The game so far: `1. e4 e5 2. Nf3`. */
  moves: string;
}

const PAWNS: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, P: -1, N: -3, B: -3, R: -5, Q: -9 };

/** White's material minus black's, in pawns. */
function materialOf(fen: string): number {
  let sum = 0;
  for (const letter of fen.slice(0, fen.indexOf(' '))) sum -= PAWNS[letter] ?? 0;
  return sum;
}

/** Both players and all spectators see the same, except `you`. */
export function viewOf(state: ChessState, { viewer }: Perspective): ChessView {
  const turn = turnOf(state);
  const lastUci = lastField(state.uci);
  const lastSan = lastField(state.movetext);
  return {
    fen: state.fen,
    turn,
    status: state.status,
    reason: state.drawReason,
    winner: state.status === 'checkmate' ? COLOR_NAMES[turn === 'w' ? 'b' : 'w'] : null,
    check: lastSan ? givesCheck(lastSan) : state.status === 'check' || state.status === 'checkmate',
    you: typeof viewer === 'number' ? (COLORS[viewer] ?? null) : null,
    last_move: lastUci && lastSan ? { uci: lastUci, san: lastSan } : null,
    move_number: moveNumber(state),
    captured: { white: [...state.takenBy.white], black: [...state.takenBy.black] },
    material: materialOf(state.fen),
    repetition: repetitionOf(state),
    moves: state.movetext,
  };
}

/** The board and the state of play as text. */
export function describe({ fen, turn, status, reason, winner, you, last_move, move_number, moves }: ChessView): string {
  const ranks = fen.slice(0, fen.indexOf(' ')).split('/');
  const rows = ranks.map(
    (rank, index) => `${8 - index} ${[...rank.replace(/\d/g, (run) => '.'.repeat(Number(run)))].join(' ')}`,
  );
  const standing = winner
    ? `Checkmate: ${winner} has won.`
    : status === 'stalemate'
      ? 'Draw by stalemate.'
      : status === 'draw'
        ? `Draw: ${reason?.replaceAll('_', ' ')}.`
        : `Move ${move_number}, ${COLOR_NAMES[turn]} to move${status === 'check' ? ' and in check' : ''}.`;
  return [
    ...rows,
    '  a b c d e f g h',
    standing,
    you && `You are ${you} (${you === 'white' ? 'capital' : 'small'} letters).`,
    last_move && `Last move: ${last_move.san} (${last_move.uci}).`,
    moves && `Moves: ${moves}`,
  ]
    .filter(Boolean)
    .join('\n');
}
