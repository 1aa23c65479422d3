import { setTimeout as wait } from 'node:timers/promises';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { relayStream } from '@/lib/core/stream';
import { readNewestEvents, subscribeToStream } from '@/lib/events';
import { audiencesOf, FrameWriter, isSentTo, type Recipient, TOKEN_RENEWED } from './frames';
import { RelayFault, type Room, type RoomEvent } from './relay.schema';
import type { RepeatedRequest } from './repeated-requests';
import { findRoom } from './rooms.repo';

/** A connection of this process to a room. */
export interface Member extends Recipient {
  /** The last event of the room that it has or does not want; null until it is admitted. */
  lastId: string | null;
  send(text: string): void;
  /** Ends the connection, because a newer one took its place. */
  replace(reason: string): void;
}

/** A room with members in this process. */
interface LocalRoom {
  id: string;
  members: Set<Member>;
  /** The newest row that this process has seen. */
  room: Room | null;
  /** The last event that was delivered to the members. */
  deliveredId: string;
  /** Deliveries and admissions run one after the other. */
  turn: Promise<unknown>;
  /** Resolves when every later event will be delivered. */
  ready: Promise<void>;
  stop: () => void;
}

/** Missed events that are sent again; a member that missed more asks for the newest state. */
const MAX_MISSED = 500;
const RETRY_MS = 500;

const rooms = () => once('relay.rooms', () => new Map<string, LocalRoom>());

/** How many connections this process has, for the metrics. */
export function countMembers(): number {
  let sum = 0;
  for (const { members } of rooms().values()) sum += members.size;
  return sum;
}

/** Adds a member to a room. It is sent nothing until `admit`. @throws AppError while the database is away */
export async function addMember(roomId: string, member: Member): Promise<void> {
  const local = rooms().get(roomId) ?? followRoom(roomId);
  local.members.add(member);
  try {
    await local.ready;
  } catch (error) {
    removeMember(roomId, member);
    throw error;
  }
}

function followRoom(id: string): LocalRoom {
  const { ready, stop } = subscribeToStream(relayStream(id), (events) => {
    inTurn(local, () => deliver(local, events as RoomEvent[])).catch((error) =>
      log.error({ err: error, roomId: id }, 'could not deliver the events of a relay room'),
    );
  });
  const local: LocalRoom = {
    id,
    members: new Set(),
    room: null,
    deliveredId: '',
    turn: Promise.resolve(),
    ready,
    stop,
  };
  rooms().set(id, local);
  return local;
}

/** Removes a member. Returns whether it was there. */
export function removeMember(roomId: string, member: Member): boolean {
  const local = rooms().get(roomId);
  if (!local?.members.delete(member)) return false;
  if (local.members.size === 0) {
    local.stop();
    rooms().delete(roomId);
  }
  return true;
}

/** Whether a member is connected to this process. */
export function isHere(roomId: string, memberId: string): boolean {
  for (const member of rooms().get(roomId)?.members ?? []) if (member.memberId === memberId) return true;
  return false;
}

/** The row of a room as this process knows it: only while it has members here, because then its events arrive. */
export const knownRoom = (roomId: string): Room | null => rooms().get(roomId)?.room ?? null;

/** How long the state that a room shows is as text; 0 for a room without members here. */
export function countShownCharacters(roomId: string): number {
  const room = knownRoom(roomId);
  return room ? FrameWriter.of(room).stateCharacters : 0;
}

/** Keeps the row of a room with members here, unless a newer one is known. */
export function keepRoom(room: Room): void {
  const local = rooms().get(room.id);
  if (local && (local.room === null || local.room.version < room.version)) local.room = room;
}

/** Reads the row again before it is used. */
export function evictRoom(roomId: string): void {
  const local = rooms().get(roomId);
  if (local) local.room = null;
}

function inTurn<Value>(local: LocalRoom, work: () => Promise<Value>): Promise<Value> {
  const done = local.turn.then(work);
  local.turn = done.catch(() => {});
  return done;
}

/** The row of a room that is at least as new as an event; null when there is no member or no room any more. */
async function readRoomAt(local: LocalRoom, eventId: string): Promise<Room | null> {
  while (local.members.size > 0) {
    if (local.room && (local.room.head.lastId ?? '') >= eventId) return local.room;
    try {
      const stored = await findRoom(local.id);
      if (!stored) return null;
      keepRoom(stored);
      return stored;
    } catch (error) {
      log.warn({ err: error, roomId: local.id }, 'could not read a relay room whose events wait');
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }
  return null;
}

/** Sends events of the log to the members of this process. */
async function deliver(local: LocalRoom, events: readonly RoomEvent[]): Promise<void> {
  const lastId = events.at(-1)?.id ?? '';
  const room = await readRoomAt(local, lastId);
  if (!room) return;
  local.deliveredId = lastId;
  const renewed = events.findLast(({ type }) => type === TOKEN_RENEWED);
  for (const member of [...local.members]) {
    if (member.lastId === null) continue;
    const isVoid = member.role === 'agent' && renewed !== undefined && member.lastId < renewed.id;
    send(room, member, events);
    if (isVoid) dismiss(local, member, TOKEN_VOID);
    dismissOlderHost(local, room, member);
  }
}

const TOKEN_VOID = 'The room has a new join token. Join with that one.';
const NEWER_HOST = 'A newer page of this session has taken over. This one is closed.';
const NO_HOST = 'This page was disconnected. Open the link of its room again, or ask for a new one.';
const SAME_MEMBER = 'This connection was resumed by a newer one.';

function dismissOlderHost(local: LocalRoom, room: Room, member: Member): void {
  if (member.role === 'host' && room.hostId !== member.memberId)
    dismiss(local, member, room.hostId === null ? NO_HOST : NEWER_HOST);
}

function dismiss(local: LocalRoom, member: Member, reason: string): void {
  if (removeMember(local.id, member)) member.replace(reason);
}

/** Sends a member those of the events that it does not have. */
function send(room: Room, member: Member, events: readonly RoomEvent[]): void {
  const writer = FrameWriter.of(room);
  for (const event of events) {
    if (event.id <= (member.lastId ?? '')) continue;
    member.lastId = event.id;
    if (isSentTo(event, member)) member.send(writer.write(event, member));
  }
}

/**
 * Welcomes a member that was added and sends it what it missed after the place `after`, of several states only the newest;
 * from here on it gets every event. An older connection of the same member is replaced. At most one query.
 */
export async function admit(
  roomId: string,
  member: Member,
  { after, isKnown }: { after: number | null; isKnown: boolean },
  welcome: (room: Room) => void,
): Promise<void> {
  const local = rooms().get(roomId);
  if (!local?.members.has(member)) throw new RelayFault('SESSION_NOT_ACTIVE', 'The connection was closed.');
  await inTurn(local, async () => {
    const room = await readRoomAt(local, local.deliveredId);
    if (!room) throw new RelayFault('SESSION_NOT_ACTIVE', 'There is no such session.');
    const missed = after === null ? [] : await readMissed(room, member, { after, isKnown });
    welcome(room);
    for (const other of [...local.members])
      if (other !== member && other.memberId === member.memberId) dismiss(local, other, SAME_MEMBER);
    const lastState = missed.findLast(({ type }) => type === 'state.updated');
    member.lastId = '';
    send(
      room,
      member,
      missed.filter((event) => event.type !== 'state.updated' || event === lastState),
    );
    member.lastId = room.head.lastId ?? '';
    dismissOlderHost(local, room, member);
  });
}

/**
 * What a member missed since the participant of the room began, in order; nothing when it is too much. A room that anybody may
 * join sends it only to who was in it: a member that the room knows, or has answered.
 */
async function readMissed(
  room: Room,
  { role, memberId }: Member,
  { after, isKnown }: { after: number; isKnown: boolean },
): Promise<RoomEvent[]> {
  const stream = relayStream(room.id);
  const first = Math.max(after, room.live.eventsBefore ?? 0);
  const newest = await readNewestEvents({ stream, audiences: audiencesOf(role), limit: MAX_MISSED + 1 });
  const missed = (newest as RoomEvent[]).filter(({ id, data }) => data.place > first && id <= (room.head.lastId ?? ''));
  const wasHere =
    isKnown || !room.isOpen || newest.some(({ data }) => (data as RoomEvent['data']).internal?.member === memberId);
  return missed.length > MAX_MISSED || !wasHere ? [] : missed;
}

/** Sends a member the answer to a request that it has repeated, where one is stored. */
export function resendAnswer(member: Member, { room, answer }: RepeatedRequest): void {
  if (answer) member.send(FrameWriter.of(room).write(answer, member));
}
