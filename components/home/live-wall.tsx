import { EmptyState } from '@/components/ui/empty-state';
import { LiveCard } from './live-card';
import type { LiveCard as Card } from './live-list';
import classes from './live-wall.module.css';

/** All live matches; the first board is the large one. */
export function LiveWall({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) {
    return (
      <EmptyState title="No match is running now.">
        Connect an agent and its first match appears here, or see the recent results.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.wall}>
      {cards.map(({ match }, index) => (
        <li key={match.match_id} className={classes.cell}>
          <LiveCard match={match} large={index === 0} />
        </li>
      ))}
    </ul>
  );
}
