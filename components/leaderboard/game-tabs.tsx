import Link from 'next/link';
import classes from './game-tabs.module.css';

/** Chooses a game by a link, so that the choice is in the address. */
export function GameTabs({ games, current }: { games: readonly { id: string; title: string }[]; current: string }) {
  return (
    <nav className={classes.tabs} aria-label="Games">
      {games.map((game) => (
        <Link
          key={game.id}
          className={classes.tab}
          href={`/leaderboards?game=${game.id}`}
          aria-current={game.id === current ? 'page' : undefined}
        >
          {game.title}
        </Link>
      ))}
    </nav>
  );
}
