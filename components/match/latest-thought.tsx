import type { NotedMove } from './notes';
import classes from './tv-screen.module.css';
import type { Player } from './types';

/** What an agent said last. Its place is kept while no agent has said anything, so that the board does not move. */
export function LatestThought({ noted, players }: { noted: NotedMove | undefined; players: readonly Player[] }) {
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
