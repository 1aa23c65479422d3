import { other } from './mancala_layout';
import { STOPPED } from './stopped';
import { type MancalaView, mancalaView } from './views';

const NAMES = { south: 'South', north: 'North' } as const;
const seeds = (count: number) => `${count} ${count === 1 ? 'seed' : 'seeds'}`;

/** What the last sowing brought beside its seeds, in a few words; '' for nothing. */
export function lastSowing({ last_move }: Pick<MancalaView, 'last_move'>): string {
  if (!last_move) return '';
  const { side, captured, extra_turn, swept } = last_move;
  const does = (who: 'south' | 'north') => [
    ...(who === side && captured > 0 ? [`takes ${captured}`] : []),
    ...(who === side && extra_turn ? ['moves again'] : []),
    ...(swept[who] > 0 ? [`sweeps ${swept[who]} home`] : []),
  ];
  const said = ([side, other(side)] as const).flatMap((who) =>
    does(who).length > 0 ? [`${NAMES[who]} ${does(who).join(' and ')}`] : [],
  );
  return said.join(', ');
}

function score({ stores: { south, north } }: MancalaView): string {
  return `${Math.max(south, north)}–${Math.min(south, north)}`;
}

/** Mancala in words, from a view. */
export const mancalaWords = {
  standing(given: unknown): string {
    const view = mancalaView.parse(given);
    const { stores, winner, turn } = view;
    if (winner === 'draw') return `Drawn ${score(view)}`;
    if (winner) return `${NAMES[winner]} has won ${score(view)}`;
    const to = turn ? `, ${turn} to move${view.last_move?.extra_turn ? ' again' : ''}` : '';
    if (stores.south === stores.north) return `Level at ${stores.south} each${to}`;
    return `${NAMES[stores.south > stores.north ? 'south' : 'north']} leads ${score(view)}${to}`;
  },

  text(given: unknown): string {
    const view = mancalaView.parse(given);
    const { pits, stores, turn, winner, last_move } = view;
    const row = (counts: readonly number[]) => counts.map((count) => String(count).padStart(3)).join('');
    const next = turn ? `${NAMES[turn]} to move.` : STOPPED;
    const to = winner === 'draw' ? 'Draw.' : winner ? `${NAMES[winner]} has won.` : next;
    const more = lastSowing(view);
    const last = last_move
      ? [`Last move: ${NAMES[last_move.side]} sowed ${seeds(last_move.seeds)} from pit ${last_move.pit}.`]
      : ['Nobody has moved.'];
    return [
      'Pit      6  5  4  3  2  1',
      `North ${row([...pits.north].reverse())}   store ${stores.north}`,
      `South ${row(pits.south)}   store ${stores.south}`,
      'Pit      1  2  3  4  5  6',
      '',
      to,
      ...last,
      ...(more ? [`${more}.`] : []),
    ].join('\n');
  },
};
