import { capitalize, formatCount } from '@/components/ui/text';
import type { EventSentence } from '../define-board';
import { MATCH_IS_OVER } from '../view';
import type { CheckersView } from './view';

/** Moves of either side without a capture or a man's move until the game is drawn. */
const MAX_QUIET_MOVES = 80;
/** From here on the standing names the moves that are left. */
const MANY_QUIET_MOVES = 60;

function materialText({ pieces: { white, black } }: CheckersView): string {
  const more = white.men + white.kings - black.men - black.kings;
  if (more !== 0) return `${more > 0 ? 'white' : 'black'} is ${formatCount(Math.abs(more), 'piece')} up`;
  const kings = white.kings - black.kings;
  if (kings !== 0) return `${kings > 0 ? 'white' : 'black'} is ${formatCount(Math.abs(kings), 'king')} up`;
  return 'material is even';
}

function resultText({ winner, reason }: CheckersView): string {
  if (winner === 'draw') return 'Drawn: forty moves each without a capture or a move of a man';
  const loser = winner === 'white' ? 'black' : 'white';
  return `${capitalize(winner ?? '')} has won: ${loser} ${reason === 'no_pieces' ? 'has no piece left' : 'cannot move'}`;
}

export function describeStanding(view: CheckersView): string {
  const { winner, turn, must_capture, quiet_moves, move_number } = view;
  if (winner) return resultText(view);
  const lead = materialText(view);
  if (turn && must_capture) return `${capitalize(turn)} must capture; ${lead}`;
  if (quiet_moves < MANY_QUIET_MOVES) return `${capitalize(lead)} at move ${move_number}`;
  return `${capitalize(lead)}, ${formatCount(MAX_QUIET_MOVES - quiet_moves, 'quiet move')} from a draw`;
}

export function describePosition(view: CheckersView): string {
  const { board, turn, winner, last_move, must_capture, pieces } = view;
  const sides = (['white', 'black'] as const).map((side) => {
    const { men, kings } = pieces[side];
    return `${capitalize(side)}: ${formatCount(men, 'man', 'men')}, ${formatCount(kings, 'king')}.`;
  });
  const next = turn ? `${capitalize(turn)} to move${must_capture ? ', a capture' : ''}.` : MATCH_IS_OVER;
  return [
    ...board.map((row, index) => `${8 - index}  ${[...row].join(' ')}`),
    '   a b c d e f g h',
    '',
    'w and b are men, W and B kings; white moves up.',
    ...sides,
    winner ? `${resultText(view)}.` : next,
    last_move ? `Last move: ${last_move.notation}.` : 'No move yet.',
  ].join('\n');
}

export function describeKeyMoment(before: CheckersView, { last_move, pieces }: CheckersView): string | null {
  const mover = before.turn ?? 'white';
  if (pieces[mover].kings > before.pieces[mover].kings) return `${capitalize(mover)} has a new king`;
  const count = last_move?.captured.length ?? 0;
  return count >= 2 ? `${capitalize(mover)} captures ${count} pieces in one move` : null;
}

/** A move in the notation of the game as a path: `c3-d4`, a capture `d4xf6xd8`. */
export function writeMove(move: string): string {
  const squares = move.match(/../g) ?? [];
  const [first, second] = squares;
  const takes = Math.abs((first ?? '').charCodeAt(0) - (second ?? '').charCodeAt(0)) === 2;
  return squares.join(takes ? 'x' : '-');
}

/** The same of several moves. */
export function nameMoves(_view: unknown, moves: readonly string[]): string[] {
  return moves.map(writeMove);
}

export const eventSentences: Record<string, EventSentence> = {
  move_played: (data, playerName) => `${playerName(data.seat)} played ${writeMove(String(data.move))}.`,
};
