'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import { MatchList } from '@/components/match/match-list';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';
import { useNow } from '@/components/ui/use-now';
import type { LiveMatch } from '@/lib/domain/matches';
import classes from './home.module.css';
import { LiveCard } from './live-card';
import {
  applyLiveEvent,
  applySnapshot,
  type LiveCard as Card,
  createWall,
  FINISHED_MATCH_SHOWN_MS,
  removeFinished,
  withLead,
} from './live-list';

export interface HomeScreenProps {
  live: readonly LiveMatch[];
  recent: readonly LiveMatch[];
  /** What this place is, drawn by the server. */
  lead: ReactNode;
  /** The bracket night, drawn by the server. */
  night: ReactNode;
  /** How to connect an agent, drawn by the server. */
  connect: ReactNode;
  /** What to do while no match runs, drawn by the server. */
  nothingLive: ReactNode;
  /** What stands in place of the results before the first one, drawn by the server. */
  nothingEnded: ReactNode;
}

/** Live matches, the last results, and how to connect. */
export function HomeScreen(props: HomeScreenProps) {
  const [wall, setWall] = useState(() => createWall(props.live, props.recent));
  const status = useStream({
    stream: 'live',
    onSnapshot: (snapshot) =>
      setWall((before) => applySnapshot(before, (snapshot as { matches: LiveMatch[] }).matches, Date.now())),
    onEvents: (events) =>
      setWall((before) => events.reduce((after, event) => applyLiveEvent(after, event, Date.now()), before)),
  });
  const isAnyOver = wall.cards.some((card) => card.leftAtMs !== null);
  useEffect(() => {
    if (!isAnyOver) return;
    const timer = setInterval(
      () => setWall((before) => removeFinished(before, Date.now())),
      FINISHED_MATCH_SHOWN_MS / 6,
    );
    return () => clearInterval(timer);
  }, [isAnyOver]);

  return (
    <div className={classes.home}>
      <section aria-labelledby="on-now">
        <div className={shared.row16}>
          <h1 id="on-now" className={shared.title}>
            On now
          </h1>
          <LivePill state={status.state} heardAtMs={status.heardAtMs} />
        </div>
        <p className={classes.lead}>{props.lead}</p>
        <div className={classes.night}>{props.night}</div>
        <LiveWall cards={wall.cards} nothingLive={props.nothingLive} />
      </section>
      <div className={classes.side}>
        {props.connect}
        <Section title="Recent results">
          {wall.recent.length > 0 ? <MatchList matches={wall.recent} /> : props.nothingEnded}
          <p className={classes.more}>
            <Link href="/matches">All finished matches</Link>
          </p>
        </Section>
      </div>
    </div>
  );
}

/** All live matches; the first board is the large one. */
function LiveWall({ cards, nothingLive }: { cards: readonly Card[]; nothingLive: ReactNode }) {
  const placed = withLead(cards, useNow(5_000));
  if (cards.length === 0) return nothingLive;
  return (
    <ul className={classes.wall}>
      {placed.map(({ match }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place stays where it is and shows another match, so that nothing moves.
        <li key={place} className={classes.cell}>
          <LiveCard key={match.match_id} match={match} large={place === 0} />
        </li>
      ))}
    </ul>
  );
}
