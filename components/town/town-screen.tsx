'use client';

import { useState } from 'react';
import { noteServerTime, serverOffsetMs } from '@/components/live/server-clock';
import { useStream } from '@/components/live/use-stream';
import { Link } from '@/components/ui/link';
import { LivePill } from '@/components/ui/live-pill';
import shared from '@/components/ui/shared.module.css';
import type { WatchedEvent } from '@/lib/domain/streams';
import type { TownBuilding, TownQueue, TownSnapshot } from '@/lib/domain/werewolf';
import { MatchBoard } from './match-board';
import { QueueCard, type TownViewer } from './queue-card';
import { TownMap } from './town-map';
import classes from './town-screen.module.css';
import type { SaidWords } from './words-above';

export interface TownScreenProps {
  snapshot: TownSnapshot;
  /** The signed-in person; null for a guest. */
  viewer: TownViewer;
  /** The address of this site, for the instructions to connect. */
  origin: string;
}

/** Eliza Town: the map, the matches as a list, and the queue. */
export function TownScreen({ snapshot, viewer, origin }: TownScreenProps) {
  const [town, setTown] = useState(() => {
    noteServerTime(snapshot.server_time);
    return snapshot;
  });
  const [words, setWords] = useState<readonly SaidWords[]>([]);
  const status = useStream({
    stream: 'town',
    onSnapshot: (fresh) => setTown(fresh as TownSnapshot),
    onEvents: (events) => {
      setTown((before) => events.reduce(applyTownEvent, before));
      const sentences = events.filter(({ type }) => type === 'words_said');
      if (sentences.length > 0) setWords((before) => sentences.reduce(withWords, before));
    },
  });
  const offsetMs = serverOffsetMs();
  return (
    <div className={classes.screen}>
      <div className={classes.map}>
        <TownMap town={town} offsetMs={offsetMs} words={words} />
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

/** The last words of each match. */
function withWords(before: readonly SaidWords[], { id, data }: Pick<WatchedEvent, 'id' | 'data'>): SaidWords[] {
  const matchId = String(data.match_id);
  const others = before.filter((one) => one.matchId !== matchId);
  return [...others, { id, matchId, playerId: String(data.player_id), message: String(data.message) }];
}

/** The town after one event of the stream `town`. An event of an unknown type changes nothing. */
function applyTownEvent(town: TownSnapshot, { type, data }: Pick<WatchedEvent, 'type' | 'data'>): TownSnapshot {
  switch (type) {
    case 'queue_changed':
      return { ...town, queue: data.queue as TownQueue };
    case 'building_changed':
      return { ...town, buildings: withBuilding(town.buildings, data.building as TownBuilding) };
    case 'building_removed':
      return { ...town, buildings: town.buildings.filter(({ match_id }) => match_id !== data.match_id) };
    default:
      return town;
  }
}

function withBuilding(buildings: readonly TownBuilding[], changed: TownBuilding): TownBuilding[] {
  const others = buildings.filter(({ match_id }) => match_id !== changed.match_id);
  return [...others, changed].sort((one, other) => one.number - other.number);
}
