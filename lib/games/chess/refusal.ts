import type { PieceSymbol } from 'chess.js';
import { CASTLING, type Position, SAN } from '@/lib/games/chess/position';

const PIECE_NAMES: Record<PieceSymbol, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
export const COLOR_NAMES = { w: 'white', b: 'black' } as const;

const MAX_NEAREST = 12;
const UCI = /^([a-h][1-8])([a-h][1-8])([nbrq])?$/;

export interface Refusal {
  ok: false;
  reason: string;
  nearest: string[];
}

/**
 * Why a text is not a legal move, and the nearest legal moves. `passedSquare` is the square that a pawn has passed with
 * the last move, null without one.
 */
export function refuse(given: Position, text: string, passedSquare: string | null): Refusal {
  const position = passedSquare === null ? given : given.withPassedSquare(passedSquare);
  const uci = UCI.exec(text.toLowerCase());
  if (uci) return refuseUci(position, uci[0], uci[1] as string, uci[2] as string);
  const san = SAN.exec(text);
  if (san || CASTLING.test(text)) return refuseSan(position, text, san?.[1], san?.[4]);
  return {
    ok: false,
    reason: `"${text}" is not a chess move. Write UCI (e2e4, promotion e7e8q) or SAN (Nf3, exd5, O-O).`,
    nearest: position.legal.slice(0, MAX_NEAREST).map((move) => move.uci),
  };
}

/** Refuses a SAN that fits several moves. */
export function refuseAmbiguous(text: string, candidates: string[]): Refusal {
  return { ok: false, reason: `${text} could be ${candidates.join(' or ')}.`, nearest: candidates };
}

function refuseUci(position: Position, uci: string, from: string, to: string): Refusal {
  const nearest = nearestTo(position, from, to);
  const piece = position.pieceOn(from);
  const refusal = (reason: string): Refusal => ({ ok: false, reason, nearest });
  if (!piece) return refusal(`Illegal move: there is no piece on ${from}.`);
  if (piece.color !== position.turn) {
    return refusal(
      `Illegal move: the ${PIECE_NAMES[piece.type]} on ${from} is ${COLOR_NAMES[piece.color]}, and it is ${COLOR_NAMES[position.turn]}'s turn.`,
    );
  }
  if (uci.length === 5 && position.legal.some((move) => move.uci === from + to)) {
    return refusal(`Illegal move: ${from}${to} is no promotion; write it without the last letter.`);
  }
  if (position.findPseudoLegal(uci).length > 0) return refusal(kingReason(position));
  const castling = piece.type === 'k' ? whyNotCastling(position, from, to) : null;
  return refusal(`Illegal move: ${castling ?? `the ${PIECE_NAMES[piece.type]} on ${from} cannot move to ${to}`}.`);
}

function kingReason({ inCheck }: Position): string {
  return inCheck
    ? 'Illegal move: the king is in check and would stay in check.'
    : 'Illegal move: king would be in check.';
}

/** Squares between king and rook, by the file on which the king would land. */
const BETWEEN = { g: ['f', 'g'], c: ['d', 'c', 'b'] } as const;

/** The reason why a king's step of two files is not a legal castling; null when it is no castling at all. */
function whyNotCastling(position: Position, from: string, to: string): string | null {
  const rank = position.turn === 'w' ? '1' : '8';
  const file = to[0];
  if (from !== `e${rank}` || to[1] !== rank || (file !== 'g' && file !== 'c')) return null;
  const color = COLOR_NAMES[position.turn];
  const side = file === 'g' ? 'king' : 'queen';
  const right = position.turn === 'w' ? side.charAt(0).toUpperCase() : side.charAt(0);
  if (!position.fen.split(' ')[2]?.includes(right)) return `${color} may not castle on the ${side}'s side any more`;
  const occupied = BETWEEN[file].map((between) => between + rank).find((square) => position.pieceOn(square));
  if (occupied) return `${color} cannot castle while ${occupied} is occupied`;
  if (position.inCheck) return 'the king is in check, and castling does not lead out of check';
  return `the king cannot castle over or to an attacked square`;
}

function refuseSan(position: Position, text: string, letter: string | undefined, to: string | undefined): Refusal {
  const piece = (letter?.toLowerCase() ?? (to ? 'p' : 'k')) as PieceSymbol;
  const samePiece = position.legal.filter((move) => move.piece === piece).map((move) => move.uci);
  const sameTarget = to ? position.legal.filter((move) => move.uci.slice(2, 4) === to).map((move) => move.uci) : [];
  const why = to
    ? `no ${COLOR_NAMES[position.turn]} ${PIECE_NAMES[piece]} can go to ${to} that way`
    : `castling is not possible now${castlingFault(position, text)}`;
  const exposesKing = position.findPseudoLegal(text).length > 0;
  return {
    ok: false,
    reason: exposesKing ? kingReason(position) : `Illegal move: ${text}, ${why}.`,
    nearest: distinct([...sameTarget, ...samePiece]),
  };
}

/** The reason for refusing `O-O` or `O-O-O` when the king is on its first square. */
function castlingFault(position: Position, text: string): string {
  const rank = position.turn === 'w' ? '1' : '8';
  const king = position.pieceOn(`e${rank}`);
  if (king?.type !== 'k' || king.color !== position.turn) return '';
  const why = whyNotCastling(position, `e${rank}`, (CASTLING.exec(text)?.[1] ? 'c' : 'g') + rank);
  return why ? `: ${why}` : '';
}

/** Moves of the same piece; failing that, moves to the same square; failing that, any. */
function nearestTo(position: Position, from: string, to: string): string[] {
  const all = position.legal.map((move) => move.uci);
  const sameFrom = all.filter((uci) => uci.startsWith(from));
  const sameTo = all.filter((uci) => uci.slice(2, 4) === to);
  const near = sameFrom.length > 0 ? sameFrom : sameTo;
  return distinct(near.length > 0 ? near : all);
}

function distinct(moves: string[]): string[] {
  return [...new Set(moves)].slice(0, MAX_NEAREST);
}
