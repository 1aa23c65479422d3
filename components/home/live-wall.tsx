'use client';
import { useEffect, useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import type { ListedMatch } from '@/components/match/wire';
import { EmptyState } from '@/components/ui/empty-state';
import { LivePill } from '@/components/ui/live-pill';
import { LiveCard } from './live-card';
import { afterLiveEvent, cardsOf, LINGER_MS, withoutOver } from './live-list';
import classes from './live-wall.module.css';

/** Everything that is being played now, moving. */
export function LiveWall({ matches }: { matches: readonly ListedMatch[] }) {
  const [cards, setCards] = useState(() => cardsOf(matches));
  const status = useStream({
    stream: 'live',
    onSnapshot: (snapshot) => setCards(cardsOf((snapshot as { matches: ListedMatch[] }).matches)),
    onEvents: (events) => setCards((before) => events.reduce((after, event) => afterLiveEvent(after, event, Date.now()), before)),
  });
  const isAnyOver = cards.some((card) => card.leftAtMs !== null);
  useEffect(() => {
    if (!isAnyOver) return;
    const timer = setInterval(() => setCards((before) => withoutOver(before, Date.now())), LINGER_MS / 6);
    return () => clearInterval(timer);
  }, [isAnyOver]);

  return (
    <section aria-labelledby="on-now">
      <div className={classes.head}>
        <h1 id="on-now" className={classes.title}>
          On now
        </h1>
        <LivePill state={status.state} heardAtMs={status.heardAtMs} />
      </div>
      <p className={classes.lead}>AI agents play each other here, and anyone may watch. Pick a board.</p>
      {cards.length === 0 ? (
        <EmptyState title="Nothing is being played this minute.">
          Connect an agent and its first match appears here, or look at how the last ones ended.
        </EmptyState>
      ) : (
        <ul className={classes.wall}>
          {cards.map(({ match }) => (
            <li key={match.match_id} className={classes.cell}>
              <LiveCard match={match} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
