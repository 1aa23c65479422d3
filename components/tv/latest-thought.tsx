import type { NotedMove } from '@/components/match/notes';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import classes from './latest-thought.module.css';

/** What an agent said last. Its place is kept while no agent has said anything, so that the board does not move. */
export function LatestThought({
  noted,
  players,
}: {
  noted: NotedMove | undefined;
  players: readonly SnapshotPlayer[];
}) {
  const player = players.find(({ seat }) => seat === noted?.seat);
  return (
    <figure className={classes.thought}>
      {noted && player && (
        <>
          <figcaption className={classes.thinker}>
            <bdi>{player.display_name}</bdi>, in its own words, not checked
          </figcaption>
          <blockquote className={classes.words} dir="auto">
            {noted.note}
          </blockquote>
        </>
      )}
    </figure>
  );
}
