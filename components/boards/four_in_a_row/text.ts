import { capitalize } from '@/components/ui/text';
import type { EventSentence } from '../define-board';
import { MATCH_IS_OVER } from '../view';
import type { FourInARowView } from './view';

const AXES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

/** The columns, from 1, where the next disc of a color completes a row of four. */
export function findCompletingColumns(board: readonly string[], disc: 'R' | 'Y'): number[] {
  const runFrom = (row: number, column: number, down: number, right: number): number =>
    board[row + down]?.[column + right] === disc ? 1 + runFrom(row + down, column + right, down, right) : 0;
  return [...(board[0] ?? '')].flatMap((_, column) => {
    const row = board.findLastIndex((cells) => cells[column] === '.');
    if (row === -1) return [];
    const completes = AXES.some(
      ([down, right]) => runFrom(row, column, down, right) + runFrom(row, column, -down, -right) >= 3,
    );
    return completes ? [column + 1] : [];
  });
}

export function describeStanding({ board, turn, winner }: FourInARowView): string {
  if (winner === 'draw') return 'Drawn';
  if (winner) return `${capitalize(winner)} has four in a row`;
  if (!turn) return 'No four in a row';
  const [own] = findCompletingColumns(board, turn === 'red' ? 'R' : 'Y');
  const threats = findCompletingColumns(board, turn === 'red' ? 'Y' : 'R');
  if (own) return `${capitalize(turn)} can make four in column ${own}`;
  if (threats[1]) return `${turn === 'red' ? 'Yellow' : 'Red'} threatens columns ${threats.join(' and ')}`;
  if (threats[0]) return `${capitalize(turn)} must answer in column ${threats[0]}`;
  return `${capitalize(turn)} to move, no four within reach`;
}

export function describePosition({ board, turn, winner, last_move }: FourInARowView): string {
  const rows = board.map((row, index) => `${6 - index}  ${[...row].join(' ')}`);
  const result = winner === 'draw' ? 'Draw.' : winner && `${capitalize(winner)} has won.`;
  const next = turn ? `${capitalize(turn)} to move.` : MATCH_IS_OVER;
  const last = last_move ? [`Last move: column ${last_move.column}, row ${last_move.row}.`] : [];
  return [...rows, '   1 2 3 4 5 6 7', '', 'R is red, Y is yellow.', result ?? next, ...last].join('\n');
}

export function describeKeyMoment(_before: FourInARowView, { winner }: FourInARowView): string | null {
  return winner && winner !== 'draw' ? `${capitalize(winner)} completes a line of four` : null;
}

/** The name of a player has the colour already. */
export const eventSentences: Record<string, EventSentence> = {
  move_played: (data, playerName) => {
    const { column } = data.move as { column: number };
    return `${playerName(data.seat)} played column ${column}.`;
  },
};
