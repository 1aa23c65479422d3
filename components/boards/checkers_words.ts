import { STOPPED } from './stopped';
import { type CheckersView, checkersView } from './views';

const QUIET_LIMIT = 80;
const NEARLY_QUIET = 60;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function lead({ pieces: { white, black } }: CheckersView): string {
  const more = white.men + white.kings - black.men - black.kings;
  if (more !== 0) return `${more > 0 ? 'white' : 'black'} is ${counted(Math.abs(more), 'piece')} up`;
  const kings = white.kings - black.kings;
  if (kings !== 0) return `${kings > 0 ? 'white' : 'black'} is ${counted(Math.abs(kings), 'king')} up`;
  return 'material is even';
}

function ending({ winner, reason }: CheckersView): string {
  if (winner === 'draw') return 'Drawn: forty moves each without a capture or a move of a man';
  const loser = winner === 'white' ? 'black' : 'white';
  return `${capital(winner ?? '')} has won: ${loser} ${reason === 'no_pieces' ? 'has no piece left' : 'cannot move'}`;
}

/** Checkers in words, from a view. */
export const checkersWords = {
  standing(given: unknown): string {
    const view = checkersView.parse(given);
    if (view.winner) return ending(view);
    if (view.turn && view.must_capture) return `${capital(view.turn)} must capture; ${lead(view)}`;
    const left = QUIET_LIMIT - view.quiet_moves;
    if (view.quiet_moves >= NEARLY_QUIET) return `${capital(lead(view))}, ${counted(left, 'quiet move')} from a draw`;
    return `${capital(lead(view))} at move ${view.move_number}`;
  },

  text(given: unknown): string {
    const view = checkersView.parse(given);
    const { board, turn, last_move, must_capture, pieces } = view;
    const rows = board.map((row, index) => `${8 - index}  ${[...row].join(' ')}`);
    const sides = (['white', 'black'] as const).map(
      (side) =>
        `${capital(side)}: ${counted(pieces[side].men, 'man').replace('mans', 'men')}, ${counted(pieces[side].kings, 'king')}.`,
    );
    const next = turn ? `${capital(turn)} to move${must_capture ? ', a capture' : ''}.` : STOPPED;
    const to = view.winner ? `${ending(view)}.` : next;
    const last = last_move ? `Last move: ${last_move.notation}.` : 'Nobody has moved.';
    return [
      ...rows,
      '   a b c d e f g h',
      '',
      'w and b are men, W and B kings; white moves up.',
      ...sides,
      to,
      last,
    ].join('\n');
  },
};
