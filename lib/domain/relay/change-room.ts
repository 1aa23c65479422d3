import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { relayStream } from '@/lib/core/stream';
import { numberEvents, publish, wakeStreams } from '@/lib/events';
import { evictRoom, keepRoom, knownRoom } from './local-rooms';
import {
  type NewRoomEvent,
  RelayFault,
  type Requester,
  type Room,
  type RoomEvent,
  type RoomEventData,
  type ViewChange,
} from './relay.schema';
import { requireNew } from './repeated-requests';
import { commitRoom, findRoom, type SessionWrite } from './rooms.repo';
import { findViewChange } from './view';

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

const MAX_ATTEMPTS = 20;
/** Events of one session. What is sent afterwards is refused but for its end, and who comes and goes is not logged. */
export const MAX_SESSION_EVENTS = 100_000;

const order = () => once('relay.order', () => new KeyedMutex());

/**
 * Changes a room and sends its events to the members, one request after the other. One statement when no other process
 * has changed the room since; two otherwise. One query more for an agent that has come back.
 * @param of the request, where it must not be done twice
 * @throws RelayFault from `decide` · SESSION_NOT_ACTIVE when there is no such room · RepeatedRequest
 */
export function changeRoom<Value>(roomId: string, decide: Decide<Value>, of?: Requester): Promise<Value> {
  return order().run(roomId, () => decideAndCommit(roomId, decide, of));
}

async function decideAndCommit<Value>(roomId: string, decide: Decide<Value>, of?: Requester): Promise<Value> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const cached = knownRoom(roomId);
    const room = cached ?? (await readRoom(roomId));
    const at = now();
    if (of) await requireNew(room, of, attempt > 1);
    const change = await decideAgain(room, cached !== null, at, decide);
    if (change === 'changed') continue;
    if (change.events.length === 0 && Object.keys(change.next).length === 0) return change.value;
    const { after, events } = applyChange(room, change, at);
    const isStored = await commitRoom({
      before: room,
      after,
      isStateNew: change.next.state !== undefined,
      events,
      session: change.session ?? null,
      at,
    }).catch((error) => {
      // The statement may have been stored although its answer was lost.
      evictRoom(roomId);
      wakeStreams([relayStream(roomId)]);
      throw error;
    });
    if (!isStored) {
      evictRoom(roomId);
      continue;
    }
    keepRoom(after);
    await change.beforeSending?.();
    publish(events);
    return change.value;
  }
  throw new RelayFault('TOOL_EXECUTION_FAILED', 'The session is too busy. Try again.');
}

async function readRoom(roomId: string): Promise<Room> {
  const room = await findRoom(roomId);
  if (!room) throw new RelayFault('SESSION_NOT_ACTIVE', 'There is no such session.');
  keepRoom(room);
  return room;
}

/** Decides; a refusal that rests on a row in memory is decided again when the room has changed meanwhile. */
async function decideAgain<Value>(
  room: Room,
  isFromMemory: boolean,
  at: Date,
  decide: Decide<Value>,
): Promise<Change<Value> | 'changed'> {
  try {
    const change = await decide(room, at);
    requireSpace(room, change);
    return change;
  } catch (thrown) {
    if (!isFromMemory || !(thrown instanceof RelayFault)) throw thrown;
    const stored = await findRoom(room.id);
    if (!stored || stored.version === room.version) throw thrown;
    keepRoom(stored);
    return 'changed';
  }
}

/** @throws RelayFault for a frame of a member in a session that has all its events, unless it ends the session */
function requireSpace(room: Room, { events, session }: Change<unknown>): void {
  const isFull = room.sessionId !== null && room.eventCount >= MAX_SESSION_EVENTS;
  if (!isFull || session?.kind === 'end' || !events.some(({ direction }) => direction === 'in')) return;
  throw new RelayFault(
    'TOOL_EXECUTION_FAILED',
    `The session has ${MAX_SESSION_EVENTS} events, the most. Send session.end.`,
  );
}

/** How many events a room has had: the place of the last one. */
export const countEvents = ({ head }: Room): number => Object.values(head.seqs).reduce((sum, seq) => sum + seq, 0);

/** The room after a change. Events belong to the session that runs before or after it. */
function applyChange(
  room: Room,
  { next, events, session }: Change<unknown>,
  at: Date,
): { after: Room; events: RoomEvent[] } {
  const sessionId = next.sessionId ?? room.sessionId;
  const isStart = room.sessionId === null && sessionId !== null;
  let place = countEvents(room);
  let index = isStart ? 0 : room.eventCount;
  const after: Room = { ...room, ...next, version: room.version + 1 };
  const hasSpace = isStart || index < MAX_SESSION_EVENTS || session?.kind === 'end';
  let view = sessionId === null ? null : changeOfView(room, after, isStart);
  const placed = events.map(({ type, audience = 'log', outsideSession, ...rest }) => {
    place += 1;
    const isLogged = sessionId !== null && !outsideSession && hasSpace;
    const data: RoomEventData = { place, ...(isLogged ? { index: index++ } : {}), ...rest };
    if (isLogged && view) data.view = view;
    if (isLogged) view = null;
    return { type, audience, data };
  });
  const numbered = numberEvents({ stream: relayStream(room.id), head: room.head, events: placed, at });
  return {
    after: Object.assign(after, { head: numbered.head, eventCount: index }),
    events: numbered.events as RoomEvent[],
  };
}

/** What the session shows differently after a change. Its last change shows what comes after it, which is not of it. */
function changeOfView(before: Room, after: Room, isStart: boolean): ViewChange | null {
  if (isStart) return findViewChange(null, after);
  if (after.sessionId !== before.sessionId || after.state === before.state) return null;
  return findViewChange(before, after);
}
