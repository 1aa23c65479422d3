import { count, defineCommentary, judgement, moveIn, type PublicStep, remarkOn } from '@/lib/games/commentary/occasion';
import { piecesIn } from './board';
import { evaluate } from './evaluate';
import type { CheckersView } from './position';

/** The position without a search, from the side of a seat, in men. */
function judge(seat: number, board: readonly string[]): string {
  const white = evaluate(piecesIn(board.join('/')));
  return judgement(seat === 0 ? white : -white);
}

/** A move as the list of moves writes it: `c3-d4`, and with captures `d4xf6xd8`. */
const writeMove = ({ path, captured }: { path: readonly string[]; captured: readonly unknown[] }): string =>
  path.join(captured.length > 0 ? 'x' : '-');

export const checkersCommentary = defineCommentary({
  wins: { no_pieces: 'by taking every piece', no_moves: 'by leaving no move' },
  occasions: {
    capture: {
      openings: [
        '{me} captures {number} with {move}.',
        '{move}: {number} of {you} taken.',
        '{you} loses {number} to {me}.',
        '{me} jumps and takes {number}.',
        'A capture by {me}: {move}.',
      ],
      endings: ['Pieces: {standing}.', '{judgement}.', '{me} has {own} left.'],
    },
    chain: {
      openings: [
        '{me} jumps {number} in one move: {move}.',
        'A chain of jumps by {me} takes {number}.',
        '{you} loses {number} in one move.',
        '{move}: {number} in a single move.',
        '{me} clears {number} from the board.',
      ],
      endings: ['Pieces: {standing}.', '{judgement}.', '{you} has {other} left.'],
    },
    crown: {
      openings: [
        '{me} has a new king with {move}.',
        '{move}: a man of {me} is crowned.',
        'Crowned! {me} reaches the last row.',
        '{you} let a man of {me} through.',
        '{me} gets a king on move {turn}.',
      ],
      endings: ['Kings of {me}: {kings}.', 'Pieces: {standing}.', '{judgement}.'],
    },
    offer: {
      openings: [
        '{me} offers an exchange with {move}.',
        '{move}: {you} must capture now.',
        '{you} has no choice after {move}, it has to take.',
        '{me} puts a man in front of {you}.',
        'A capture is forced on {you} by {move}.',
      ],
      endings: ['Pieces: {standing}.', '{judgement}.', 'Capturing is compulsory.'],
    },
    quiet: {
      openings: [
        '{me} steps to {square}.',
        '{move} by {me}.',
        '{me} moves without a capture: {move}.',
        'Move {turn}: {me} plays {move}.',
        '{me} plays {move}, and {you} is to move.',
      ],
      endings: ['Pieces: {standing}.', '{judgement}.', '{me} has {own}, {you} has {other}.'],
    },
    shuffle: {
      openings: [
        '{me} walks with a king: {move}.',
        '{move}, quiet move {quiet} in a row.',
        'Nothing was taken for {since}.',
        '{me} waits with {move}.',
        'A king of {me} goes to {square}.',
      ],
      endings: ['Eighty quiet moves make a draw.', 'Pieces: {standing}.', '{me} has {own}, {you} has {other}.'],
    },
  },
  remark(step: PublicStep<CheckersView>) {
    const { view } = step;
    const move = moveIn(step);
    const last = view.last_move;
    if (!move || !last) return null;
    const [own, other] =
      move.seat === 0 ? [view.pieces.white, view.pieces.black] : [view.pieces.black, view.pieces.white];
    const lead = own.men + own.kings - other.men - other.kings;
    const end = last.path.at(-1) ?? '';
    const row = end.charAt(1);
    const crowned = move.seat === 0 ? row === '8' : row === '1';
    const words = {
      move: writeMove(last),
      square: end,
      number: count(last.captured.length, 'piece'),
      own: count(own.men + own.kings, 'piece'),
      other: count(other.men + other.kings, 'piece'),
      kings: own.kings,
      turn: view.move_number,
      quiet: view.quiet_moves,
      since: count(view.quiet_moves, 'move'),
      standing: lead === 0 ? 'level' : `${lead > 0 ? '{me}' : '{you}'} has ${Math.abs(lead)} more`,
      judgement: judge(move.seat, view.board),
    };
    const isMan = String(move.data.notation ?? '').length > 0 && view.quiet_moves === 0;
    if (last.captured.length > 1) return remarkOn('chain', move.seat, words);
    if (last.captured.length === 1) return remarkOn('capture', move.seat, words);
    if (crowned && isMan) return remarkOn('crown', move.seat, words);
    if (view.must_capture && view.status === 'in_progress') return remarkOn('offer', move.seat, words);
    return remarkOn(view.quiet_moves >= 10 ? 'shuffle' : 'quiet', move.seat, words);
  },
});
