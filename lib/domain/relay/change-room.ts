import { LRUCache } from 'lru-cache';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { correctState, deliver, type Member, onRemoteChange, showEarly } from './members';
import { type NewRoomEvent, RelayFault, type Room, type RoomEvent } from './relay.schema';
import { commitRoom, findRoom, type SessionWrite } from './rooms.repo';

/** What a request does to a room. */
export interface Change<Value> {
  /** Fields that change. With `state`, the application's state is stored. */
  next: Partial<Room>;
  events: NewRoomEvent[];
  session?: SessionWrite;
  value: Value;
  /** Runs between the commit and the sending of the events. */
  beforeSending?: () => Promise<void>;
}

/** Decides about a request. It may run again, when another process was faster. @throws RelayFault to refuse */
export type Decide<Value> = (room: Room, at: Date) => Promise<Change<Value>> | Change<Value>;

const MAX_CACHED_ROOMS = 2_000;
const MAX_ATTEMPTS = 20;

const rooms = () =>
  once('relay.rooms', () => {
    const cache = new LRUCache<string, Room>({ max: MAX_CACHED_ROOMS });
    onRemoteChange((roomId) => cache.delete(roomId));
    return { cache, order: new KeyedMutex() };
  });

/**
 * Changes a room and sends its events to the members, one request after the other. One statement when no other process
 * has changed the room since; two otherwise.
 * @throws RelayFault from `decide` · SESSION_NOT_ACTIVE when there is no such room
 */
export function changeRoom<Value>(roomId: string, decide: Decide<Value>): Promise<Value> {
  return rooms().order.run(roomId, async () => {
    const early = new EarlyState(roomId);
    try {
      return await decideAndCommit(roomId, decide, early);
    } finally {
      await early.correct();
    }
  });
}

/** What a page was shown before it was stored. */
class EarlyState {
  readonly #roomId: string;
  #page: Member | null = null;
  #before: Room | null = null;
  #isWrong = false;

  constructor(roomId: string) {
    this.#roomId = roomId;
  }

  /** Shows the state of the first attempt; after a conflict the page waits for the commit. */
  show(before: Room, after: Room, events: readonly RoomEvent[]): void {
    this.#before = before;
    this.#page = showEarly(after, events);
    this.#isWrong = this.#page !== null;
  }

  /** What was shown is stored. */
  confirm(): void {
    this.#isWrong = false;
  }

  /** Shows the stored state instead, when what was shown was not stored. */
  async correct(): Promise<void> {
    if (!this.#isWrong || !this.#page) return;
    const stored = await readRoom(this.#roomId).catch(() => null);
    const room = stored?.room ?? this.#before;
    if (room) correctState(room, this.#page);
  }
}

async function decideAndCommit<Value>(roomId: string, decide: Decide<Value>, early: EarlyState): Promise<Value> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { room, isCached } = await readRoom(roomId);
    const at = now();
    const change = await decideAfresh(room, isCached, at, decide);
    if (change === 'changed') continue;
    if (change.events.length === 0 && Object.keys(change.next).length === 0) return change.value;
    const { after, events } = applyChange(room, change, at);
    if (attempt === 1 && !change.beforeSending) early.show(room, after, events);
    const committed = await commitRoom({
      room: { ...after, version: room.version },
      isStateNew: change.next.state !== undefined,
      events,
      session: change.session ?? null,
      at,
    }).catch((error) => {
      // The statement may have been stored although its answer was lost.
      rooms().cache.delete(roomId);
      throw error;
    });
    if (!committed) {
      rooms().cache.delete(roomId);
      continue;
    }
    rooms().cache.set(roomId, after);
    if (attempt === 1) early.confirm();
    await change.beforeSending?.();
    deliver(after, events);
    return change.value;
  }
  throw new RelayFault('TOOL_EXECUTION_FAILED', 'The session is too busy. Try again.');
}

/** A room as it is now, for reads. @throws RelayFault SESSION_NOT_ACTIVE */
export async function readRoom(roomId: string): Promise<{ room: Room; isCached: boolean }> {
  const { cache } = rooms();
  const cached = cache.get(roomId);
  if (cached) return { room: cached, isCached: true };
  const room = await findRoom(roomId);
  if (!room) throw new RelayFault('SESSION_NOT_ACTIVE', 'There is no such session.');
  cache.set(roomId, room);
  return { room, isCached: false };
}

/** A refusal that rests on a cached room is decided again when the room has changed meanwhile. */
async function decideAfresh<Value>(
  room: Room,
  isCached: boolean,
  at: Date,
  decide: Decide<Value>,
): Promise<Change<Value> | 'changed'> {
  try {
    return await decide(room, at);
  } catch (thrown) {
    if (!isCached || !(thrown instanceof RelayFault)) throw thrown;
    const stored = await findRoom(room.id);
    if (!stored || stored.version === room.version) throw thrown;
    rooms().cache.set(room.id, stored);
    return 'changed';
  }
}

/** The room after a change. Events belong to the session that runs before or after it. */
function applyChange(room: Room, { next, events }: Change<unknown>, at: Date): { after: Room; events: RoomEvent[] } {
  const sessionId = next.sessionId ?? room.sessionId;
  const isStart = room.sessionId === null && sessionId !== null;
  let seq = room.lastSeq;
  let index = isStart ? 0 : room.eventCount;
  const numbered = events.map((event): RoomEvent => {
    const isLogged = sessionId !== null && !event.outsideSession;
    seq += 1;
    return { ...event, seq, at, sessionId: isLogged ? sessionId : null, eventIndex: isLogged ? index++ : null };
  });
  const after = { ...room, ...next, lastSeq: seq, eventCount: index, version: room.version + 1 };
  return { after, events: numbered };
}
