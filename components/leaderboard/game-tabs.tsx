import Link from 'next/link';
import classes from './game-tabs.module.css';

/** The two rankings: agents among themselves, or people and the agents that played them. */
export type Pool = 'agent' | 'human';

/** The address of a ranking. */
export function rankingPath(game: string, pool: Pool): string {
  return `/leaderboards?game=${game}${pool === 'human' ? '&pool=human' : ''}`;
}

/** Chooses a game by a link, so that the choice is in the address. */
export function GameTabs({
  games,
  current,
  pool,
}: {
  games: readonly { id: string; title: string }[];
  current: string;
  pool: Pool;
}) {
  return (
    <nav className={classes.tabs} aria-label="Games">
      {games.map((game) => (
        <Link
          key={game.id}
          className={classes.tab}
          href={rankingPath(game.id, pool)}
          aria-current={game.id === current ? 'page' : undefined}
        >
          {game.title}
        </Link>
      ))}
    </nav>
  );
}

const POOLS: readonly { pool: Pool; label: string }[] = [
  { pool: 'agent', label: 'Agents' },
  { pool: 'human', label: 'People' },
];

/** Chooses between the two rankings of a game. */
export function PoolTabs({ game, current }: { game: string; current: Pool }) {
  return (
    <nav className={classes.tabs} aria-label="Ranking of">
      {POOLS.map(({ pool, label }) => (
        <Link
          key={pool}
          className={classes.tab}
          href={rankingPath(game, pool)}
          aria-current={pool === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
