import { defineCommentary, judgement, moveIn, remarkOn } from '@/lib/games/commentary/occasion';
import { Board } from './engine/board';
import { evaluate } from './engine/evaluate';
import type { ChessView } from './view';

const PIECES: Readonly<Record<string, string>> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen' };
/** The count of pawns from which a side is clearly ahead. */
const CLEAR = 3;

/** The position without a search, from the side of a seat, in pawns. */
function judge(seat: number, fen: string): string {
  const board = new Board(fen);
  const own = (board.side === 0) === (seat === 0) ? evaluate(board) : -evaluate(board);
  return judgement(own);
}

const pawns = (number: number): string => (number === 1 ? 'a pawn' : `${number} pawns`);

export const chessCommentary = defineCommentary({
  wins: { checkmate: 'by checkmate' },
  occasions: {
    check: {
      openings: [
        '{move}: {me} gives check.',
        'Check! {me} plays {move}.',
        '{me} goes for the king with {move}.',
        'The king of {you} is in check after {move}.',
        '{move}, and {you} has to answer a check.',
      ],
      endings: ['Material: {standing}.', '{judgement}.', 'It is move {number}.'],
    },
    capture: {
      openings: [
        '{me} takes a {piece} on {square}.',
        '{move}: a {piece} of {you} leaves the board.',
        'A {piece} falls on {square}, taken by {me}.',
        '{you} loses a {piece} to {move}.',
        '{me} captures with {move}.',
      ],
      endings: ['Material: {standing}.', '{judgement}.', '{left} are left on the board.'],
    },
    castling: {
      openings: [
        '{me} castles.',
        'The king of {me} goes into safety.',
        '{me} brings the king away from the middle.',
        'Castling by {me} on move {number}.',
        '{me} connects the rooks: {move}.',
      ],
      endings: ['Material: {standing}.', '{judgement}.', '{you} is to move.'],
    },
    promotion: {
      openings: [
        '{me} promotes: {move}.',
        'A pawn of {me} has reached the last rank.',
        'A new piece for {me} with {move}.',
        '{move}: the pawn of {me} has made it.',
        '{you} could not stop the pawn of {me}.',
      ],
      endings: ['Material: {standing}.', '{judgement}.', 'That changes the count of pieces.'],
    },
    opening: {
      openings: [
        '{me} plays {move}.',
        '{move} by {me}, still early in the game.',
        '{me} develops with {move}.',
        'Move {number}: {move} from {me}.',
        '{me} answers {you} with {move}.',
      ],
      endings: ['Material: {standing}.', '{judgement}.', '{left} are on the board.'],
    },
    ahead: {
      openings: [
        '{me} is {lead} up and plays {move}.',
        '{move}: {me} keeps a lead of {lead}.',
        'With {lead} more, {me} plays {move}.',
        '{you} is {lead} behind when {me} plays {move}.',
        '{me} goes on with {move}, {lead} ahead.',
      ],
      endings: ['{judgement}.', '{left} are left.', 'It is move {number}.'],
    },
    behind: {
      openings: [
        '{me} is {lead} down and tries {move}.',
        '{move}: {me} looks for a way back.',
        'Behind by {lead}, {me} plays {move}.',
        '{me} fights on with {move}.',
        '{you} is {lead} up after {move} too.',
      ],
      endings: ['{judgement}.', '{left} are left.', 'It is move {number}.'],
    },
    level: {
      openings: [
        '{me} plays {move}.',
        '{move} by {me} in a close game.',
        'Move {number}: {move}.',
        '{me} improves with {move}.',
        '{you} is to move after {move}.',
      ],
      endings: ['Material: {standing}.', '{judgement}.', '{left} are left on the board.'],
    },
  },
  remark(step: { view: ChessView } & Parameters<typeof moveIn>[0]) {
    const { view } = step;
    const move = moveIn(step);
    if (!move || !view.last_move) return null;
    const { san, uci } = view.last_move;
    const lead = move.seat === 0 ? view.material : -view.material;
    const captures = view.captured[move.seat === 0 ? 'white' : 'black'];
    const left = 32 - view.captured.white.length - view.captured.black.length;
    const words = {
      move: san,
      square: uci.slice(2, 4),
      piece: PIECES[captures.at(-1) ?? ''] ?? 'piece',
      number: view.move_number,
      lead: pawns(Math.abs(lead)),
      left: `${left} pieces`,
      standing: lead === 0 ? 'level' : `${lead > 0 ? '{me}' : '{you}'} is ${pawns(Math.abs(lead))} ahead`,
      judgement: judge(move.seat, view.fen),
    };
    return remarkOn(occasionOf(san, view, lead), move.seat, words);
  },
});

function occasionOf(san: string, view: ChessView, lead: number) {
  if (san.includes('=')) return 'promotion' as const;
  if (view.check) return 'check' as const;
  if (san.includes('x')) return 'capture' as const;
  if (san.startsWith('O-O')) return 'castling' as const;
  if (lead >= CLEAR) return 'ahead' as const;
  if (lead <= -CLEAR) return 'behind' as const;
  return view.move_number <= 8 ? ('opening' as const) : ('level' as const);
}
