import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { log } from '@/lib/core/log';
import { onBroadcast, onReconnect } from '@/lib/events';
import { FrameWriter, isSentTo, type Recipient, TOKEN_RENEWED } from './frames';
import type { Room, RoomEvent } from './relay.schema';
import { findRoom, ROOMS_TOPIC, readRoomEvents } from './rooms.repo';

/** A connection of this process to a room. */
export interface Member extends Recipient {
  /** The last event of the room that it has or does not want. */
  seq: number;
  /** The state that it was shown before the commit, by the place of its event; 0 for none. */
  shownSeq: number;
  send(text: string): void;
  /** Ends the connection, because a newer one took its place. */
  replace(reason: string): void;
}

interface LocalRoom {
  members: Set<Member>;
  /** The last event that was sent to the members; null until the first one is there. */
  sentSeq: number | null;
  /** The newest event that another process told of. */
  heardSeq: number;
}

type EventListener = (room: Room, event: RoomEvent) => void;

interface Members {
  rooms: Map<string, LocalRoom>;
  /** Rooms whose missing events are being read. */
  reading: KeyedMutex;
  readers: Map<string, number>;
  listeners: Set<EventListener>;
  changed: Set<(roomId: string) => void>;
}

const MAX_READ = 500;

function members(): Members {
  return once('relay.members', () => {
    const made: Members = {
      rooms: new Map(),
      reading: new KeyedMutex(),
      readers: new Map(),
      listeners: new Set(),
      changed: new Set(),
    };
    onBroadcast(ROOMS_TOPIC, hear);
    onReconnect(() => {
      for (const roomId of made.rooms.keys()) void readMissing(roomId);
    });
    return made;
  });
}

/** Calls the listener with every event of rooms with members here, from whichever process. */
export function onRoomEvent(listener: EventListener): void {
  members().listeners.add(listener);
}

/** Calls the listener when another process has changed a room. */
export function onRemoteChange(listener: (roomId: string) => void): void {
  members().changed.add(listener);
}

/** How many connections this process has, for the metrics. */
export function countMembers(): number {
  let sum = 0;
  for (const { members: here } of members().rooms.values()) sum += here.size;
  return sum;
}

/** Begins to notice what other processes do in a room, before the first member is in it. */
export function openLocalRoom(roomId: string): void {
  const { rooms } = members();
  if (!rooms.has(roomId)) rooms.set(roomId, { members: new Set(), sentSeq: null, heardSeq: 0 });
}

/** Adds a member that has everything up to `member.seq`. An older connection of the same member is replaced. */
export function addMember(roomId: string, member: Member): void {
  openLocalRoom(roomId);
  const local = members().rooms.get(roomId) as LocalRoom;
  for (const other of local.members) if (other.memberId === member.memberId) dismiss(local, other, SAME_MEMBER);
  local.members.add(member);
  local.sentSeq ??= member.seq;
  if (local.heardSeq > local.sentSeq) void readMissing(roomId);
}

const SAME_MEMBER = 'This connection was resumed by a newer one.';

/** Removes a member. Returns whether it was the last connection of this id in this process. */
export function removeMember(roomId: string, member: Member): boolean {
  const local = members().rooms.get(roomId);
  const wasThere = local?.members.delete(member) ?? false;
  closeIfEmpty(roomId);
  return wasThere;
}

/** Stops noticing a room without members here. */
export function closeIfEmpty(roomId: string): void {
  const { rooms } = members();
  if (rooms.get(roomId)?.members.size === 0) rooms.delete(roomId);
}

/** Whether a member is connected to this process. */
export function isHere(roomId: string, memberId: string): boolean {
  for (const member of members().rooms.get(roomId)?.members ?? []) if (member.memberId === memberId) return true;
  return false;
}

function dismiss(local: LocalRoom, member: Member, reason: string): void {
  local.members.delete(member);
  member.replace(reason);
}

/** Sends the events of a commit to the members of this process, in order; reads what is missing before them. */
export function deliver(room: Room, events: readonly RoomEvent[]): void {
  const local = members().rooms.get(room.id);
  const first = events[0];
  const isNext = first !== undefined && local?.sentSeq === first.seq - 1 && !members().readers.has(room.id);
  if (isNext) send(room, local as LocalRoom, events);
  else if (local) void readMissing(room.id);
  else notify(room, events);
}

function notify(room: Room, events: readonly RoomEvent[]): void {
  for (const event of events) for (const listener of members().listeners) listener(room, event);
}

function send(room: Room, local: LocalRoom, events: readonly RoomEvent[]): void {
  const writer = FrameWriter.of(room);
  local.sentSeq = events.at(-1)?.seq ?? local.sentSeq;
  const renewedSeq = events.findLast(({ type }) => type === TOKEN_RENEWED)?.seq ?? 0;
  for (const member of [...local.members]) {
    const isVoid = member.role === 'agent' && member.seq < renewedSeq;
    sendTo(member, events, writer);
    if (isVoid) dismiss(local, member, TOKEN_VOID);
    if (member.role === 'host' && room.hostId !== member.memberId) dismiss(local, member, NEWER_HOST);
  }
  notify(room, events);
}

/**
 * Shows the page of this process the state that is being stored: the person sees it without waiting for the disk. The
 * frame has no `seq`. Returns the page, or null when there is none here or it lacks earlier events.
 */
export function showEarly(after: Room, events: readonly RoomEvent[]): Member | null {
  const first = events[0]?.seq ?? 0;
  const event = events.find(({ type }) => type === 'state.updated');
  const local = members().rooms.get(after.id);
  if (!event || local?.sentSeq !== first - 1 || members().readers.has(after.id)) return null;
  for (const member of local.members) {
    if (member.role !== 'host' || member.memberId !== after.hostId || member.seq >= first) continue;
    member.shownSeq = event.seq;
    showState(after, member, event.payload);
    return member;
  }
  return null;
}

/** Shows a page the stored state, after it was shown one that was not stored. */
export function correctState(room: Room, member: Member): void {
  member.shownSeq = 0;
  showState(room, member, { source: 'system' });
}

function showState(room: Room, member: Member, payload: RoomEvent['payload']): void {
  member.send(FrameWriter.of(room).writeUnnumbered('state.updated', payload));
}

const TOKEN_VOID = 'The page has made a new join token. Join with that one.';
const NEWER_HOST = 'A newer page of this session has taken over. This one is closed.';

/** Sends a member those of the events that it does not have. */
function sendTo(member: Member, events: readonly RoomEvent[], writer: FrameWriter): void {
  for (const event of events) {
    if (event.seq <= member.seq) continue;
    member.seq = event.seq;
    const isShown = event.type === 'state.updated' && event.seq === member.shownSeq;
    if (!isShown && isSentTo(event, member)) member.send(writer.write(event, member));
  }
}

/** Sends a member that comes back what it missed; of several states only the newest is sent. */
export function sendMissed(room: Room, member: Member, events: readonly RoomEvent[]): void {
  const lastState = events.findLast(({ type }) => type === 'state.updated')?.seq;
  const wanted = events.filter(({ type, seq }) => type !== 'state.updated' || seq === lastState);
  sendTo(member, wanted, FrameWriter.of(room));
  member.seq = Math.max(member.seq, room.lastSeq);
}

function hear(payload: unknown): void {
  if (!isJsonObject(payload) || typeof payload.room !== 'string' || typeof payload.seq !== 'number') return;
  const { rooms, changed } = members();
  for (const listener of changed) listener(payload.room);
  const local = rooms.get(payload.room);
  if (!local) return;
  local.heardSeq = Math.max(local.heardSeq, payload.seq);
  if (local.sentSeq !== null && payload.seq > local.sentSeq) void readMissing(payload.room);
}

/** Reads and sends the events after the last one that was sent; one reader a room at a time. */
async function readMissing(roomId: string): Promise<void> {
  const { reading, readers } = members();
  readers.set(roomId, (readers.get(roomId) ?? 0) + 1);
  try {
    await reading.run(roomId, () => sendMissing(roomId));
  } catch (error) {
    log.warn({ err: error, roomId }, 'could not read the events of a relay room; the next event tries again');
  } finally {
    const left = (readers.get(roomId) ?? 1) - 1;
    if (left > 0) readers.set(roomId, left);
    else readers.delete(roomId);
  }
}

async function sendMissing(roomId: string): Promise<void> {
  for (;;) {
    const local = members().rooms.get(roomId);
    if (!local || local.sentSeq === null) return;
    const events = await readRoomEvents(roomId, local.sentSeq, MAX_READ);
    if (events.length === 0) return;
    const room = await findRoom(roomId);
    if (!room || members().rooms.get(roomId) !== local) return;
    send(
      room,
      local,
      events.filter(({ seq }) => seq > (local.sentSeq ?? 0)),
    );
  }
}
