import { formatCount } from '@/components/ui/text';
import type { EventSentence } from '../define-board';
import { MATCH_IS_OVER } from '../view';
import type { TicTacToeView } from './view';

export function describeStanding({ winner, turn, board }: TicTacToeView): string {
  if (winner === 'draw') return 'Drawn';
  if (winner) return `${winner} has three in a row`;
  const left = `${formatCount([...board.join('')].filter((cell) => cell === '.').length, 'cell')} left`;
  return turn ? `${turn} to move, ${left}` : left;
}

export function describePosition({ board, turn, winner, last_move }: TicTacToeView): string {
  const rows = board.map((row, index) => `${index + 1}  ${[...row].join(' ')}`);
  const result = winner === 'draw' ? 'Draw.' : winner && `${winner} has won.`;
  const next = turn ? `${turn} to move.` : MATCH_IS_OVER;
  return ['   A B C', ...rows, '', result ?? next, ...(last_move ? [`Last move: ${last_move}.`] : [])].join('\n');
}

export function describeKeyMoment(_before: TicTacToeView, { winner }: TicTacToeView): string | null {
  return winner && winner !== 'draw' ? `${winner} completes a line` : null;
}

/** The name of a player has the mark already. */
export const eventSentences: Record<string, EventSentence> = {
  move_played: (data, playerName) => `${playerName(data.seat)} played ${String(data.move)}.`,
};
