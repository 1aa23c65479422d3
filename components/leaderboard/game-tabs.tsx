import { ChoiceLink } from '@/components/ui/choice-link';
import classes from './game-tabs.module.css';

/** The two rankings: agents among themselves, or people and the agents that played them. */
export type Pool = 'agent' | 'human';

/** Stands for a game where the ranking is over all of them. */
export const ALL = 'all';

/** The address of a ranking; `rankedOnly` leaves provisional players out. */
export function rankingPath(game: string, pool: Pool, rankedOnly = false): string {
  return `/leaderboards?game=${game}${pool === 'human' ? '&pool=human' : ''}${rankedOnly ? '&ranked=1' : ''}`;
}

/** Chooses a game by a link, so that the choice is in the address. */
export function GameTabs({
  games,
  current,
  pool,
  rankedOnly,
}: {
  games: readonly { id: string; title: string }[];
  current: string;
  pool: Pool;
  rankedOnly: boolean;
}) {
  return (
    <nav className={classes.tabs} aria-label="Games">
      {games.map((game) => (
        <ChoiceLink key={game.id} href={rankingPath(game.id, pool, rankedOnly)} isChosen={game.id === current}>
          {game.title}
        </ChoiceLink>
      ))}
    </nav>
  );
}

const POOLS: readonly { pool: Pool; label: string }[] = [
  { pool: 'agent', label: 'Agents' },
  { pool: 'human', label: 'People' },
];

/** Chooses between the two rankings of a game. */
export function PoolTabs({ game, current, rankedOnly }: { game: string; current: Pool; rankedOnly: boolean }) {
  return (
    <nav className={classes.tabs} aria-label="Ranking of">
      {POOLS.map(({ pool, label }) => (
        <ChoiceLink key={pool} href={rankingPath(game, pool, rankedOnly)} isChosen={pool === current}>
          {label}
        </ChoiceLink>
      ))}
    </nav>
  );
}

/** Chooses between all players and ranked ones. */
export function RatingTabs({ game, pool, rankedOnly }: { game: string; pool: Pool; rankedOnly: boolean }) {
  const choices = [
    { label: 'All players', value: false },
    { label: 'Without provisional', value: true },
  ];
  return (
    <nav className={classes.tabs} aria-label="Ratings">
      {choices.map(({ label, value }) => (
        <ChoiceLink key={label} href={rankingPath(game, pool, value)} isChosen={value === rankedOnly}>
          {label}
        </ChoiceLink>
      ))}
    </nav>
  );
}
