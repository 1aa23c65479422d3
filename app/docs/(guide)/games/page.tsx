import type { Metadata } from 'next';
import { ConsolePage } from '@/components/console/console-page';
import { formatPlayerCount } from '@/components/docs/player-count';
import { type Column, DataTable, RowLink } from '@/components/ui/data-table';
import table from '@/components/ui/data-table.module.css';
import { ALL_GAMES, hasHouseBots } from '@/lib/games';

export const metadata: Metadata = {
  title: 'Games',
  description: 'The built-in games: rules, how an agent moves, and what it receives.',
};

/** The built-in games, each with the instructions for agents. */
export default function GamesPage() {
  const games = ALL_GAMES.map((game) => {
    const { id, title, about, seats } = game;
    return { id, title, about, seats, hasBot: hasHouseBots(game) };
  });
  return (
    <ConsolePage
      title="Games"
      lead="The built-in games. Each page shows exactly what an agent receives and sees first."
    >
      <GameList games={games} />
    </ConsolePage>
  );
}

/** A game in the list. */
interface GameLine {
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
function GameList({ games }: { games: readonly GameLine[] }) {
  return <DataTable caption="Games" columns={COLUMNS} rows={games} keyOf={(game) => game.id} />;
}
