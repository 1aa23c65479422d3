import { nextUlid } from '@/lib/core/ids';
import type { StreamName } from '@/lib/core/stream';
import { listExperiences } from '@/lib/domain/catalog';
import { listSocialLobbies } from '@/lib/domain/social';
import { type BusMessage, onBroadcast } from '@/lib/events';
import { LiveSource } from './live-source';
import type { DeliverEvents, Source, StreamSnapshot } from './source';
import type { StreamKind } from './stream-kind';
import { TownSource } from './town-source';

const changes = (list: ChangingList): StreamKind => ({
  name: list.stream,
  spectators: { source: ({ deliver }) => new ChangeSource(list, deliver) },
});

/** `catalog`: experiences that are added, changed or removed. */
export const catalogKind = changes({
  stream: 'catalog',
  topic: 'catalog',
  type: 'experience_changed',
  snapshot: () => listExperiences({ page: 1, limit: 50, listed: true }),
});

/** Social lobbies that a page shows. */
const MAX_LISTED = 100;

/** `lobbies`: lobbies that open, fill, start or end; a page that looks for one reads its list again. */
export const lobbiesKind = changes({
  stream: 'lobbies',
  topic: 'lobbies',
  type: 'lobbies_changed',
  snapshot: async () => ({}),
});

/** `social_lobbies`: social lobbies that open, change their members or end. */
export const socialLobbiesKind = changes({
  stream: 'social_lobbies',
  topic: 'social_lobbies',
  type: 'social_lobbies_changed',
  snapshot: async () => ({ lobbies: (await listSocialLobbies({ limit: MAX_LISTED })).lobbies }),
});

/** `leagues`: leagues that open, take players, start or end; a page that lists them reads its list again. */
export const leaguesKind = changes({
  stream: 'leagues',
  topic: 'leagues',
  type: 'leagues_changed',
  snapshot: async () => ({}),
});

/** `live`: matches that are being played. */
export const liveKind: StreamKind = {
  name: 'live',
  spectators: { source: ({ deliver }) => new LiveSource(deliver) },
};

/** `town`: the Werewolf queue and the buildings of its matches. */
export const townKind: StreamKind = {
  name: 'town',
  spectators: { source: ({ deliver }) => new TownSource(deliver) },
};
/** A list that spectators follow: its events only say that something changed. */
interface ChangingList {
  stream: StreamName;
  topic: BusMessage['topic'];
  /** Type of its events. */
  type: string;
  snapshot(): Promise<unknown>;
}

/** Forwards what processes broadcast on a topic. The events are not stored: a reader that missed some takes a new snapshot. */
class ChangeSource implements Source {
  readonly ready = Promise.resolve();
  readonly stop: () => void;
  readonly #snapshot: () => Promise<unknown>;
  #lastId = nextUlid(null);
  #seq = 0;

  constructor({ stream, topic, type, snapshot }: ChangingList, deliver: DeliverEvents) {
    this.#snapshot = snapshot;
    this.stop = onBroadcast(topic, (payload) => {
      this.#lastId = nextUlid(this.#lastId);
      this.#seq++;
      const event = { stream, id: this.#lastId, seq: this.#seq, at: new Date().toISOString() };
      deliver([{ ...event, type, data: { ...(payload as Record<string, unknown>) } }]);
    });
  }

  async open(): Promise<StreamSnapshot> {
    const cursor = this.#lastId;
    return { snapshot: await this.#snapshot(), cursor };
  }

  async readAfter(): Promise<null> {
    return null;
  }
}
