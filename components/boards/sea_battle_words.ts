import { NAMES, other, SIDES, type Side } from './sea_battle_layout';
import { STOPPED } from './stopped';
import { type SeaBattleView, seaBattleView } from './views';

const ships = (count: number) => `${count} ${count === 1 ? 'ship' : 'ships'}`;
const sunkBy = ({ fleets }: SeaBattleView, side: Side) => fleets[other(side)].filter(({ sunk }) => sunk).length;

function lead(view: SeaBattleView): string {
  const [west, east] = [sunkBy(view, 'west'), sunkBy(view, 'east')];
  if (west === 0 && east === 0) {
    const shots = view.shots.west + view.shots.east;
    return shots === 0 ? 'Both fleets are afloat' : `Nothing sunk after ${shots} ${shots === 1 ? 'shot' : 'shots'}`;
  }
  if (west === east) return `Level, each has sunk ${ships(west)}`;
  const leader: Side = west > east ? 'west' : 'east';
  return `${NAMES[leader]} has sunk ${ships(Math.max(west, east))} to ${Math.min(west, east)}`;
}

/** `hit`, `a miss`, `it sank a ship of 3`. */
function resultWords(result: string): string {
  const size = /^sunk\((\d)\)$/.exec(result)?.[1];
  if (size) return `it sank a ship of ${size}`;
  return result === 'hit' ? 'a hit' : 'a miss';
}

function grid(view: SeaBattleView, side: Side): string[] {
  const rows = view.waters[side].map((line, index) => `${String(index + 1).padStart(2)}  ${[...line].join(' ')}`);
  const afloat = view.fleets[side].filter(({ sunk }) => !sunk).map(({ size }) => size);
  const fleet = afloat.length === 0 ? 'nothing afloat' : `afloat: ${afloat.join(', ')}`;
  return [`Waters of ${side}, ${fleet}`, '    A B C D E F G H I J', ...rows, ''];
}

/** Sea battle in words, from a view. */
export const seaBattleWords = {
  standing(given: unknown): string {
    const view = seaBattleView.parse(given);
    if (view.winner) return `${NAMES[view.winner]} has sunk the whole fleet in ${view.shots[view.winner]} shots`;
    return view.turn ? `${lead(view)}, ${view.turn} to shoot` : lead(view);
  },

  text(given: unknown): string {
    const view = seaBattleView.parse(given);
    const { winner, turn, last_move } = view;
    const last = last_move
      ? `Last shot: ${NAMES[last_move.side]} at ${last_move.coord}, ${resultWords(last_move.result)}.`
      : 'Nobody has shot.';
    return [
      ...SIDES.flatMap((side) => grid(view, side)),
      'S is a ship, H a hit, M a miss, a dot water or unknown.',
      winner ? `${NAMES[winner]} has won.` : turn ? `${NAMES[turn]} to shoot.` : STOPPED,
      last,
    ].join('\n');
  },
};
