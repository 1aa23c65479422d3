import { validateFen } from 'chess.js';
import { z } from 'zod';
import type { PlayResult, StatelessAdapter } from '@/lib/core/stateless-adapter';
import { unwrapAction } from '@/lib/games/action';
import { Position, type PositionStatus, START_FEN } from '@/lib/games/chess/position';
import { COLOR_NAMES, refuse, refuseAmbiguous } from '@/lib/games/chess/refusal';
import { givesCheck, positionKey } from '@/lib/games/chess/state';
import { policyField, refusalText } from '@/lib/games/turn-adapter';
import { Board, type Move, nameOf, toUci, WHITE } from './engine/board';
import { hasLegalMove, isDeadDraw, legalMoves, toFen, toSan } from './engine/write';

/** The status of a position, or the draw that only a stored game knows. */
type StoredStatus = PositionStatus | 'threefold';

/** A position of the stateless tools: the pieces and the last move. */
export type ChessPosition = { moveNumber: number } & (
  | { fen: string; last: { uci: string; san: string; standing: StoredStatus } | null; board?: undefined }
  /** The board that was read. Code that makes a move on it must undo the move. Its FEN is written on first use. */
  | { board: Board; last: null; fen?: undefined }
);

const STATUS_TEXTS: Partial<Record<PositionStatus, string>> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  insufficient_material: 'a draw by insufficient material',
  fifty_moves: 'a draw by fifty moves without capture or pawn move',
};

const boardOf = ({ fen, board }: ChessPosition): Board => board ?? new Board(fen);
/** As chess.js writes it. */
const fenOf = ({ fen, board, moveNumber }: ChessPosition): string => fen ?? toFen(board, moveNumber);

function standingOf(board: Board): PositionStatus {
  const check = board.inCheck;
  if (!hasLegalMove(board)) return check ? 'checkmate' : 'stalemate';
  if (isDeadDraw(board)) return 'insufficient_material';
  if (board.clock >= 100) return 'fifty_moves';
  return check ? 'check' : 'in_progress';
}

/** The legal moves; none once the game is over. */
function movesOf(board: Board): Move[] {
  return isDeadDraw(board) || board.clock >= 100 ? [] : legalMoves(board);
}

const uciMovesOf = (position: ChessPosition) => movesOf(boardOf(position)).map(toUci);

/** @throws Error with the reason when a text is not a FEN or describes an impossible position */
function decode(text: string): ChessPosition {
  const fields = text.trim().split(/\s+/);
  const fen = fields.join(' ');
  const { ok, error } = validateFen(fen);
  if (!ok) throw new Error(error ?? 'Not a FEN.');
  const [clock, moveNumber] = [Number(fields[4]), Number(fields[5])];
  if (!Number.isSafeInteger(clock) || !Number.isSafeInteger(moveNumber)) {
    throw new Error('Invalid FEN: the half-move clock and the move number are integers');
  }
  const board = new Board(fen);
  if (board.attacked(board.kingOf(board.side ^ 8), board.side)) {
    throw new Error('Impossible position: the side that is not to move is in check.');
  }
  return { moveNumber, last: null, board };
}

function play(position: ChessPosition, sent: unknown): PlayResult<ChessPosition> {
  const board = boardOf(position);
  const legal = movesOf(board);
  if (legal.length === 0) return { ok: false, reason: gameOver(board) };
  const read = readMove(position, legal, unwrapAction(sent, ['moveUci', 'uci', 'san']));
  if (typeof read === 'string') return { ok: false, reason: read };
  return { ok: true, position: advance(position, board, read, legal) };
}

function advance(position: ChessPosition, board: Board, move: Move, legal: readonly Move[]): ChessPosition {
  const san = toSan(board, move, legal);
  const moveNumber = position.moveNumber + (board.side === WHITE ? 0 : 1);
  board.make(move);
  const standing = standingOf(board);
  const mark = standing === 'checkmate' ? '#' : board.inCheck ? '+' : '';
  const fen = toFen(board, moveNumber);
  board.unmake();
  return { fen, moveNumber, last: { uci: toUci(move), san: san + mark, standing } };
}

function gameOver(board: Board): string {
  return `Illegal move. The game is over: ${STATUS_TEXTS[standingOf(board)]}.`;
}

/** The square that a pawn has just passed, by the FEN as the caller sent it. */
function passedSquareOf({ board }: ChessPosition): string | null {
  return board && board.enPassant >= 0 ? nameOf(board.enPassant) : null;
}

/** Finds the legal move of a text, or the reason why there is none. The exact UCI of a legal move is the fast path. */
function readMove(at: ChessPosition, legal: readonly Move[], text: unknown): Move | string {
  if (typeof text !== 'string') return refusalText('move', 'Write a move in UCI ("e2e4", "e7e8q").', legal.map(toUci));
  const exact = legal.find((move) => toUci(move) === text);
  if (exact) return exact;
  const [place, bare] = [new Position(fenOf(at)), text.trim().slice(0, 16)];
  const [uci, ...others] = place.find(bare);
  const meant = others.length === 0 ? legal.find((move) => toUci(move) === uci) : undefined;
  if (meant !== undefined) return meant;
  const { reason, nearest } =
    uci === undefined ? refuse(place, bare, passedSquareOf(at)) : refuseAmbiguous(bare, [uci, ...others]);
  return refusalText('move', reason, nearest);
}

const isDrawn = (standing: StoredStatus) =>
  standing === 'insufficient_material' || standing === 'fifty_moves' || standing === 'threefold';

function withDraw(position: ChessPosition): ChessPosition {
  const { fen, last, moveNumber } = position;
  return last && !isDrawn(last.standing) ? { fen, moveNumber, last: { ...last, standing: 'threefold' } } : position;
}

function snapshot(position: ChessPosition, after: 'begin' | 'apply'): Record<string, unknown> {
  const turn = fenOf(position).includes(' w ') ? 'w' : 'b';
  if (after === 'begin' || !position.last) return { status: 'in_progress', turn };
  const { uci, san, standing } = position.last;
  const isDraw = isDrawn(standing);
  return {
    status: isDraw ? 'draw' : standing,
    turn,
    lastMove: { uci, san },
    check: givesCheck(san),
    ...(isDraw ? { reason: standing } : {}),
    ...(standing === 'checkmate' ? { winner: COLOR_NAMES[turn === 'w' ? 'b' : 'w'] } : {}),
  };
}

const uciField = z
  .string()
  .regex(/^[a-h][1-8][a-h][1-8][nbrq]?$/)
  .describe('A move in UCI: e2e4, castling e1g1, promotion e7e8q');

/** The stateless tools of chess (game-tools.md). They use the engine's board, because chess.js takes ten times as long. */
export const chessAdapter: StatelessAdapter<ChessPosition> = {
  gameType: 'chess',
  snapshotType: 'chess_snapshot',
  stateField: 'fen',
  stateFormat: '<FEN>',
  keepsGames: true,
  begin: {
    tool: 'new_chess_game',
    title: 'New game of chess',
    inputs: {
      side: z
        .enum(['white', 'black'])
        .describe('Your colour, for your own use: it changes nothing in the answer, and white moves first'),
    },
    start: ({ side = 'white' }) =>
      side === 'white' || side === 'black'
        ? { ok: true, position: { fen: START_FEN, moveNumber: 1, last: null } }
        : { ok: false, reason: 'side is "white" or "black".' },
  },
  apply: {
    tool: 'apply_chess_move',
    title: 'Move in chess',
    move: { field: 'moveUci', schema: uciField },
    play,
  },
  legal: {
    tool: 'legal_chess_moves',
    title: 'Legal moves in chess',
    answer: (position) => ({ type: 'legal_moves', movesUci: uciMovesOf(position) }),
    fields: {
      type: z.literal('legal_moves').describe('What this is'),
      movesUci: z.array(uciField).describe('Every legal move of whose turn it is; empty once the game is over'),
    },
  },
  choose: {
    tool: 'choose_chess_opponent_move',
    title: "The opponent's choice in chess",
    answer: (position) => ({
      type: 'opponent_choice',
      movesUci: uciMovesOf(position),
      policy: { mustChooseFromMovesUci: true, chooseExactlyOne: true },
    }),
    fields: {
      type: z.literal('opponent_choice').describe('What this is'),
      movesUci: z
        .array(uciField)
        .describe('What the side to move may choose from: the opponent on its turn; empty once the game is over'),
      policy: policyField(['mustChooseFromMovesUci', 'chooseExactlyOne']),
    },
  },
  repetition: {
    limit: 3,
    keyOf: (position) => positionKey(fenOf(position)),
    isIrreversible: (position) => fenOf(position).split(' ')[4] === '0',
    withDraw,
  },
  encode: fenOf,
  decode,
  snapshot,
  snapshotFields: {
    status: z.enum(['in_progress', 'check', 'checkmate', 'stalemate', 'draw']).describe('Status of the position'),
    turn: z.enum(['w', 'b']).describe('Whose turn it is: white or black'),
    lastMove: z
      .strictObject({ uci: uciField, san: z.string().describe('The same as people write it') })
      .describe('The move just played; on apply only'),
    check: z.boolean().describe('Whether the king of the side to move is attacked; on apply only'),
    reason: z
      .enum(['insufficient_material', 'threefold', 'fifty_moves'])
      .describe('Why it is a draw; only then. Only a game kept under its gameId knows of threefold repetition'),
    winner: z.enum(['white', 'black']).describe('Who has won; only after checkmate'),
  },
  example: {
    position: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    move: 'f1b5',
  },
};
