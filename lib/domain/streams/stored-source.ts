import type { StreamEvent, StreamName } from '@/lib/core/stream';
import { type Audiences, mayRead, readEvents, subscribeToStream } from '@/lib/events';
import {
  type DeliverEvents,
  type Source,
  type SpectatorView,
  type StreamSnapshot,
  toWatchedEvent,
  type WatchedEvent,
} from './source';

/** Events of one read. */
const PAGE_SIZE = 200;
const AUDIENCES: Readonly<Record<SpectatorView, Audiences>> = {
  public: ['public'],
  spectator: ['public', 'spectators'],
  omniscient: 'all',
};

/** A stream whose events are stored: what was missed is read from the database. */
export function storedSource(stored: {
  stream: StreamName;
  view: SpectatorView;
  open(): Promise<StreamSnapshot>;
  deliver: DeliverEvents;
  /** The events as this kind shows them, in their order; as they are stored when absent. */
  present?: (events: StreamEvent[]) => WatchedEvent[];
}): Source {
  const { stream, view, open, deliver } = stored;
  const present = stored.present ?? ((events) => events.map((event) => toWatchedEvent(event, view)));
  const audiences = AUDIENCES[view];
  const subscription = subscribeToStream(stream, (events) => {
    const readable = events.filter((event) => mayRead(audiences, event));
    if (readable.length > 0) deliver(present(readable));
  });
  return {
    ready: subscription.ready,
    open,
    readAfter: async (after) => {
      return present(await readEvents({ stream, after, audiences, limit: PAGE_SIZE }));
    },
    stop: subscription.stop,
  };
}
