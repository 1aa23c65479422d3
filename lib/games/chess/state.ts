import type { Outcome } from '@/lib/core/game';
import { checkFen, Position, type PositionStatus, START_FEN } from './position';
import { COLOR_NAMES } from './refusal';

export type DrawReason = 'insufficient_material' | 'threefold' | 'fifty_moves';
export type ChessStatus = 'in_progress' | 'check' | 'checkmate' | 'stalemate' | 'draw';

export interface ChessState {
  fen: string;
  /** The initial position. */
  start: string;
  /** Every move in UCI, separated by spaces. */
  uci: string;
  /** The same in the players' notation: `1. e4 e5 2. Nf3`. Stored, because every view contains it. */
  movetext: string;
  /** Pieces that each side has taken, in order, as letters. */
  takenBy: { white: string; black: string };
  /** Positions since the last capture or pawn move, for threefold repetition. */
  positions: string[];
  status: ChessStatus;
  drawReason: DrawReason | null;
}

const cache = new WeakMap<ChessState, Position>();

/** The position of a state, computed once: a state never changes. */
export function positionOf(state: ChessState): Position {
  let position = cache.get(state);
  if (!position) {
    position = new Position(state.fen);
    cache.set(state, position);
  }
  return position;
}

export const isOver = ({ status }: ChessState) => status !== 'in_progress' && status !== 'check';
export const turnOf = ({ fen }: { fen: string }) => (fen.includes(' w ') ? 'w' : 'b');
export const seatToMove = (state: ChessState) => (turnOf(state) === 'w' ? 0 : 1);
/** A position as the repetition rule compares it: without the counters. */
export const positionKey = (fen: string) => fen.split(' ', 4).join(' ');
/** Whether a move in SAN gives check or mates: a check may end the game as a draw. */
export const givesCheck = (san: string) => /[+#]$/.test(san);
const append = (list: string, word: string) => (list === '' ? word : `${list} ${word}`);
export const lastField = (list: string) => list.slice(list.lastIndexOf(' ') + 1);
/** Black's answer has the number of white's move. */
export const moveNumber = ({ fen }: { fen: string }) => Number(lastField(fen));
const words = (list: string) => (list === '' ? [] : list.split(' '));

export function startState(fen: string): ChessState {
  const state: ChessState = {
    fen,
    start: fen,
    uci: '',
    movetext: '',
    takenBy: { white: '', black: '' },
    positions: [positionKey(fen)],
    status: 'in_progress',
    drawReason: null,
  };
  return withStatus(state);
}

/** The state with the status that its position and repetitions give. */
function withStatus(draft: ChessState): ChessState {
  const position = new Position(draft.fen);
  const state = { ...draft, ...statusOf(position.standing, repetitionOf(draft)) };
  cache.set(state, position);
  return state;
}

function statusOf(standing: PositionStatus, repetition: number): Pick<ChessState, 'status' | 'drawReason'> {
  if (standing === 'insufficient_material' || standing === 'fifty_moves')
    return { status: 'draw', drawReason: standing };
  const mayGoOn = standing === 'in_progress' || standing === 'check';
  return mayGoOn && repetition >= 3
    ? { status: 'draw', drawReason: 'threefold' }
    : { status: standing, drawReason: null };
}

/** How often the current position has occurred. */
export function repetitionOf({ positions }: ChessState): number {
  const current = positions.at(-1);
  return positions.filter((key) => key === current).length;
}

/** A move with its number: white's always, black's only where a line begins with it. */
function numbered(state: ChessState, san: string): string {
  if (turnOf(state) === 'w') return `${moveNumber(state)}. ${san}`;
  return state.movetext === '' ? `${moveNumber(state)}... ${san}` : san;
}

/** The state after a legal move. */
export function advance(state: ChessState, uci: string): ChessState {
  const played = positionOf(state).play(uci);
  const mover = COLOR_NAMES[turnOf(state)];
  const irreversible = played.fen.split(' ')[4] === '0';
  return withStatus({
    fen: played.fen,
    start: state.start,
    uci: append(state.uci, uci),
    movetext: append(state.movetext, numbered(state, played.san)),
    takenBy: played.captured ? { ...state.takenBy, [mover]: state.takenBy[mover] + played.captured } : state.takenBy,
    positions: [...(irreversible ? [] : state.positions), positionKey(played.fen)],
    status: 'in_progress',
    drawReason: null,
  });
}

/** The square that a pawn has passed with the last move; null when it was no double step. */
export function passedSquareOf({ fen, uci }: ChessState): string | null {
  const [, file, from, to] = /^([a-h])([27])\1([45])$/.exec(lastField(uci)) ?? [];
  if (!file || Math.abs(Number(to) - Number(from)) !== 2) return null;
  const isPawn = new Position(fen).pieceOn(`${file}${to}`)?.type === 'p';
  return isPawn ? `${file}${from === '2' ? 3 : 6}` : null;
}

/** The result of a game that is over; null while it continues. */
export function outcomeOf(state: ChessState): Outcome | null {
  if (!isOver(state)) return null;
  if (state.status !== 'checkmate') {
    const reason = state.drawReason ?? 'stalemate';
    return { results: [0, 1].map((seat) => ({ seat, result: 'draw', rank: 1 })), reason, winner: null };
  }
  const loser = seatToMove(state);
  return {
    results: [0, 1].map((seat) =>
      seat === loser ? { seat, result: 'loss', rank: 2 } : { seat, result: 'win', rank: 1 },
    ),
    reason: 'checkmate',
    winner: 1 - loser,
  };
}

/** As UCI's `position` command: `startpos moves e2e4 …` or `<fen> moves …`; lossless, the history included. */
export function encode({ start, uci }: ChessState): string {
  const from = start === START_FEN ? 'startpos' : start;
  return uci === '' ? from : `${from} moves ${uci}`;
}

/** Reads the text of {@link encode}, or any FEN. @throws Error with the reason when it is neither. */
export function decode(text: string): ChessState {
  const [from = '', moves = ''] = text.trim().split(/ moves ?/);
  const fen = from === 'startpos' ? START_FEN : from;
  checkFen(fen);
  return words(moves).reduce((state, uci, index) => {
    if (isOver(state) || !positionOf(state).legal.some((legal) => legal.uci === uci))
      throw new Error(`Move ${index + 1}, ${uci}, is not legal.`);
    return advance(state, uci);
  }, startState(fen));
}
