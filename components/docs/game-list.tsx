import { type Column, RowLink, RowTable } from '@/components/console/row-table';
import rows from '@/components/console/rows.module.css';
import { formatPlayerCount } from './player-count';

/** A game in the list. */
export interface GameLine {
  id: string;
  title: string;
  about: string;
  seats: { min: number; max: number };
  hasBot: boolean;
}

const COLUMNS: Column<GameLine>[] = [
  {
    head: 'Game',
    cell: (game) => (
      <>
        <RowLink href={`/docs/games/${game.id}`}>{game.title}</RowLink>
        <span className={rows.sub}>{game.about}</span>
      </>
    ),
  },
  { head: 'Players', wide: true, cell: (game) => formatPlayerCount(game.seats) },
  { head: 'House bot', wide: true, cell: (game) => (game.hasBot ? 'Three strengths' : 'None') },
];

/** The built-in games. */
export function GameList({ games }: { games: readonly GameLine[] }) {
  return <RowTable caption="Games" columns={COLUMNS} lines={games} keyOf={(game) => game.id} />;
}
