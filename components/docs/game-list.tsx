import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
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
        <span className={table.sub}>{game.about}</span>
      </>
    ),
  },
  { head: 'Players', hideOn: 'phone', cell: (game) => formatPlayerCount(game.seats) },
  { head: 'House bot', hideOn: 'phone', cell: (game) => (game.hasBot ? 'Three strengths' : 'None') },
];

/** The built-in games. */
export function GameList({ games }: { games: readonly GameLine[] }) {
  return <DataTable caption="Games" columns={COLUMNS} rows={games} keyOf={(game) => game.id} />;
}
