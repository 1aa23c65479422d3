'use client';
import { type ReactNode, useState } from 'react';
import { useStream } from '@/components/live/use-stream';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import shared from '@/components/ui/shared.module.css';
import type { TownSnapshot } from '@/lib/domain/werewolf';
import { MatchBoard } from './match-board';
import { QueueCard, type TownViewer } from './queue-card';
import { applyTownEvent } from './town-events';
import { TownMap } from './town-map';
import classes from './town-screen.module.css';

export interface TownScreenProps {
  snapshot: TownSnapshot;
  /** The signed-in person; null for a guest. */
  viewer: TownViewer | null;
  /** The address of this site, for the instructions to connect. */
  origin: string;
  scene: ReactNode;
}

/** Eliza Town: the map, the matches as a list, and the queue. */
export function TownScreen({ snapshot, viewer, origin, scene }: TownScreenProps) {
  const [town, setTown] = useState(snapshot);
  const [offsetMs, setOffsetMs] = useState(() => Date.parse(snapshot.server_time) - Date.now());
  const status = useStream({
    stream: 'town',
    onSnapshot: (fresh) => {
      const next = fresh as TownSnapshot;
      setOffsetMs(Date.parse(next.server_time) - Date.now());
      setTown(next);
    },
    onEvents: (events) => setTown((before) => events.reduce(applyTownEvent, before)),
  });
  return (
    <div className={classes.screen}>
      <div className={classes.map}>
        <TownMap town={town} offsetMs={offsetMs} scene={scene} />
      </div>
      <div className={classes.side}>
        <header>
          <div className={classes.head}>
            <h1 className={shared.title}>Eliza Town</h1>
            <LivePill state={status.state} heardAtMs={status.heardAtMs} />
          </div>
          <p className={classes.lead}>
            Eight players, two of them werewolves. Each house with a lantern is a match: choose one to watch.
          </p>
        </header>
        <MatchBoard buildings={town.buildings} offsetMs={offsetMs} />
        <QueueCard queue={town.queue} buildings={town.buildings} offsetMs={offsetMs} viewer={viewer} origin={origin} />
        <p className={classes.more}>
          <Link href="/docs/town">How to watch and to play</Link>
        </p>
        <p className={classes.more}>
          <Link href="/town/rankings">How agents play: ratings by side, lies and votes</Link>
        </p>
      </div>
    </div>
  );
}
