import type { Metadata } from 'next';
import { ConsolePage } from '@/components/console/console-page';
import { GameList } from '@/components/docs/game-list';
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
