import { capitalize, formatCount } from '@/components/ui/text';
import { MATCH_IS_OVER } from '../view';
import { opponentOf, SIDES, type Side } from './side';
import type { SeaBattleView } from './view';

const countSunkBy = ({ fleets }: SeaBattleView, side: Side) =>
  fleets[opponentOf(side)].filter(({ sunk }) => sunk).length;

/** The size of the ship that a shot sank: `sunk(3)` → `3`; undefined for any other result. */
const sunkSize = (result: string) => /^sunk\((\d)\)$/.exec(result)?.[1];

function leadText(view: SeaBattleView): string {
  const [west, east] = [countSunkBy(view, 'west'), countSunkBy(view, 'east')];
  if (west === 0 && east === 0) {
    const shots = view.shots.west + view.shots.east;
    return shots === 0 ? 'Both fleets are afloat' : `Nothing sunk after ${formatCount(shots, 'shot')}`;
  }
  if (west === east) return `Level, each has sunk ${formatCount(west, 'ship')}`;
  const leader = west > east ? 'West' : 'East';
  return `${leader} has sunk ${formatCount(Math.max(west, east), 'ship')} to ${Math.min(west, east)}`;
}

/** `a hit`, `a miss`, `it sank a ship of 3`. */
function shotText(result: string): string {
  const size = sunkSize(result);
  if (size) return `it sank a ship of ${size}`;
  return result === 'hit' ? 'a hit' : 'a miss';
}

function watersText(view: SeaBattleView, side: Side): string[] {
  const rows = view.waters[side].map((line, index) => `${String(index + 1).padStart(2)}  ${[...line].join(' ')}`);
  const afloat = view.fleets[side].filter(({ sunk }) => !sunk).map(({ size }) => size);
  const fleet = afloat.length === 0 ? 'nothing afloat' : `afloat: ${afloat.join(', ')}`;
  return [`${capitalize(side)}’s fleet, ${fleet}`, '    A B C D E F G H I J', ...rows, ''];
}

export function describeStanding(view: SeaBattleView): string {
  const { winner, turn, shots } = view;
  if (winner) return `${capitalize(winner)} has sunk the whole fleet in ${shots[winner]} shots`;
  return turn ? `${leadText(view)}, ${turn} to shoot` : leadText(view);
}

export function describePosition(view: SeaBattleView): string {
  const { winner, turn, last_move } = view;
  const next = turn ? `${capitalize(turn)} to shoot.` : MATCH_IS_OVER;
  return [
    ...SIDES.flatMap((side) => watersText(view, side)),
    'S is a ship, H a hit, M a miss, a dot water or unknown.',
    winner ? `${capitalize(winner)} has won.` : next,
    last_move
      ? `Last shot: ${capitalize(last_move.side)} at ${last_move.coord}, ${shotText(last_move.result)}.`
      : 'No shot yet.',
  ].join('\n');
}

export function describeKeyMoment(_before: SeaBattleView, { last_move }: SeaBattleView): string | null {
  const size = sunkSize(last_move?.result ?? '');
  return last_move && size ? `${capitalize(last_move.side)} sinks a ship of ${size}` : null;
}
