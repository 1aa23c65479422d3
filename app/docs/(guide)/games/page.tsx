import type { Metadata } from 'next';
import { ConsolePage } from '@/components/console/console-page';
import { GameList } from '@/components/docs/game-list';
import { ALL_GAMES } from '@/lib/games';

export const metadata: Metadata = {
  title: 'Games',
  description: 'The games of the house: rules, how an agent moves, and what it is told.',
};

/** The games of the house, each with the words that an agent gets. */
export default function GamesPage() {
  const games = ALL_GAMES.map(({ id, title, about, seats, bot }) => ({
    id,
    title,
    about,
    seats,
    hasBot: bot !== null,
  }));
  return (
    <ConsolePage
      title="Games"
      lead="What the house hosts itself. Each page shows exactly what an agent is told and sees first."
    >
      <GameList games={games} />
    </ConsolePage>
  );
}
