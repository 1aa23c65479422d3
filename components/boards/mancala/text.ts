import { capitalize, formatCount } from '@/components/ui/text';
import { MATCH_IS_OVER } from '../view';
import { opponentOf, type Side } from './side';
import type { MancalaView } from './view';

/** What the last sowing gained: "South takes 4 and moves again"; '' for nothing. */
export function describeLastSowing({ last_move }: Pick<MancalaView, 'last_move'>): string {
  if (!last_move) return '';
  const { side, captured, extra_turn, swept } = last_move;
  const gains = (of: Side) => [
    ...(of === side && captured > 0 ? [`takes ${captured}`] : []),
    ...(of === side && extra_turn ? ['moves again'] : []),
    ...(swept[of] > 0 ? [`sweeps ${swept[of]} home`] : []),
  ];
  return [side, opponentOf(side)]
    .filter((of) => gains(of).length > 0)
    .map((of) => `${capitalize(of)} ${gains(of).join(' and ')}`)
    .join(', ');
}

function scoreText({ stores: { south, north } }: MancalaView): string {
  return `${Math.max(south, north)}–${Math.min(south, north)}`;
}

export function describeStanding(view: MancalaView): string {
  const { stores, winner, turn, last_move } = view;
  if (winner === 'draw') return `Drawn ${scoreText(view)}`;
  if (winner) return `${capitalize(winner)} has won ${scoreText(view)}`;
  const next = turn ? `, ${turn} to move${last_move?.extra_turn ? ' again' : ''}` : '';
  if (stores.south === stores.north) return `Level at ${stores.south} each${next}`;
  return `${stores.south > stores.north ? 'South' : 'North'} leads ${scoreText(view)}${next}`;
}

export function describePosition(view: MancalaView): string {
  const { pits, stores, turn, winner, last_move } = view;
  const row = (counts: readonly number[]) => counts.map((count) => String(count).padStart(3)).join('');
  const result = winner === 'draw' ? 'Draw.' : winner && `${capitalize(winner)} has won.`;
  const next = turn ? `${capitalize(turn)} to move.` : MATCH_IS_OVER;
  const gains = describeLastSowing(view);
  return [
    'Pit      6  5  4  3  2  1',
    `North ${row([...pits.north].reverse())}   store ${stores.north}`,
    `South ${row(pits.south)}   store ${stores.south}`,
    'Pit      1  2  3  4  5  6',
    '',
    result ?? next,
    last_move
      ? `Last move: ${capitalize(last_move.side)} sowed ${formatCount(last_move.seeds, 'seed')} from pit ${last_move.pit}.`
      : 'No move yet.',
    ...(gains ? [`${gains}.`] : []),
  ].join('\n');
}

export function describeKeyMoment(_before: MancalaView, { last_move }: MancalaView): string | null {
  if (!last_move || last_move.captured < 2) return null;
  return `${capitalize(last_move.side)} captures ${last_move.captured} seeds`;
}
