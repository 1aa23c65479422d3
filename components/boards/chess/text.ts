import { capitalize, formatCount } from '@/components/ui/text';
import { MATCH_IS_OVER } from '../view';
import type { ChessView } from './view';

const colorOf = (turn: ChessView['turn']) => (turn === 'w' ? 'White' : 'Black');
const PIECES: Record<string, string> = { n: 'knight', b: 'bishop', r: 'rook', q: 'queen' };

function materialText(material: number): string {
  if (material === 0) return 'Material is even';
  return `${material > 0 ? 'White' : 'Black'} is ${formatCount(Math.abs(material), 'pawn')} up`;
}

export function describeStanding({ material, check, turn, winner, status, move_number }: ChessView): string {
  if (winner) return `${capitalize(winner)} has mated`;
  if (status === 'stalemate' || status === 'draw') return 'Drawn';
  const lead = materialText(material);
  if (check) return `${colorOf(turn)} is in check; ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`;
  return `${lead} at move ${move_number}`;
}

export function describePosition({ fen, turn, last_move, check, winner, stopped }: ChessView): string {
  const rows = fen
    .slice(0, fen.indexOf(' '))
    .split('/')
    .map((rank, index) => `${8 - index}  ${[...rank.replace(/\d/g, (run) => '.'.repeat(Number(run)))].join(' ')}`);
  const next = stopped ? MATCH_IS_OVER : `${colorOf(turn)} to move${check ? ', in check' : ''}.`;
  return [
    ...rows,
    '   a b c d e f g h',
    '',
    'Capital letters are white.',
    winner ? `${capitalize(winner)} has won.` : next,
    last_move ? `Last move: ${last_move.san}.` : 'No move yet.',
  ].join('\n');
}

export function describeKeyMoment(before: ChessView, after: ChessView): string | null {
  const mover = before.turn === 'w' ? 'white' : 'black';
  const name = capitalize(mover);
  if (after.winner) return `${name} mates`;
  if (after.last_move?.san.includes('=')) return `${name} promotes a pawn`;
  const isCapture = after.captured[mover].length > before.captured[mover].length;
  const capturedPiece = isCapture ? PIECES[after.captured[mover].at(-1) ?? ''] : undefined;
  if (capturedPiece) return `${name} takes a ${capturedPiece}${after.check ? ' with check' : ''}`;
  return after.check ? `${name} gives check` : null;
}

/** A lead in material: `+3`. */
export function describePlayer({ material }: ChessView, seat: number): string | null {
  const lead = seat === 0 ? material : -material;
  return lead > 0 ? `+${lead}` : null;
}
