import type { PieceSymbol } from 'chess.js';
import { CASTLING, type Position, SAN } from '@/lib/games/chess/position';

export const PIECE_NAMES: Record<PieceSymbol, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
export const COLOR_NAMES = { w: 'white', b: 'black' } as const;

const MOST_NEAREST = 12;
const UCI = /^([a-h][1-8])([a-h][1-8])([nbrq])?$/;

export interface Refusal {
  ok: false;
  reason: string;
  nearest: string[];
}

/** Why a text is not a legal move, and the legal moves that come nearest to it. */
export function refuse(position: Position, text: string): Refusal {
  const uci = UCI.exec(text.toLowerCase());
  if (uci) return refuseUci(position, uci[0], uci[1] as string, uci[2] as string);
  const san = SAN.exec(text);
  if (san || CASTLING.test(text)) return refuseSan(position, text, san?.[1], san?.[4]);
  return {
    ok: false,
    reason: `"${text}" is not a chess move. Write UCI (e2e4, promotion e7e8q) or SAN (Nf3, exd5, O-O).`,
    nearest: position.legal.slice(0, MOST_NEAREST).map((move) => move.uci),
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
  if (position.isPseudoLegal(uci)) {
    return refusal(
      position.inCheck
        ? 'Illegal move: the king is in check and would stay in check.'
        : 'Illegal move: king would be in check.',
    );
  }
  return refusal(`Illegal move: the ${PIECE_NAMES[piece.type]} on ${from} cannot move to ${to}.`);
}

function refuseSan(position: Position, text: string, letter: string | undefined, to: string | undefined): Refusal {
  const piece = (letter?.toLowerCase() ?? (to ? 'p' : 'k')) as PieceSymbol;
  const samePiece = position.legal.filter((move) => move.piece === piece).map((move) => move.uci);
  const sameTarget = to ? position.legal.filter((move) => move.uci.slice(2, 4) === to).map((move) => move.uci) : [];
  const why = to
    ? `no ${COLOR_NAMES[position.turn]} ${PIECE_NAMES[piece]} can go to ${to} that way`
    : 'castling is not possible now';
  return { ok: false, reason: `Illegal move: ${text}, ${why}.`, nearest: distinct([...sameTarget, ...samePiece]) };
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
  return [...new Set(moves)].slice(0, MOST_NEAREST);
}
