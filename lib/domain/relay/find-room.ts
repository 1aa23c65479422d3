import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { quotaExceeded } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { findApp } from './apps';
import { DEFAULT_ROOM, type Live, RelayFault, type Room } from './relay.schema';
import { findOpenRoomOfOwner, findOwnRoom, findRoomByName, insertRoom, lockRoomsOf, transaction } from './rooms.repo';

/** The caller of a room. */
export interface Visitor {
  /** `sessionId` of relay.join; blank is `default`. */
  roomName: string;
  /** The signed-in owner of a page, or the owner of an authenticated agent. */
  ownerId: string | null;
}

/** In an open room an agent that knows nothing but the specification acts without a person's answer, unless the page asks. */
export const newLive = (isOpen: boolean): Live => ({
  controller: 'agent',
  asksFirst: !isOpen,
  agents: [],
  approvals: [],
  participants: [],
  round: 0,
});

/** Rooms that anybody may join exist only in the embedded set-up, where everybody who reaches the server is at home. */
const hasOpenRooms = (): boolean => !env().production;

/** What proves that an agent may join a room: shown on the page, the same until the page asks for a new one. */
export function joinTokenOf({ id, live: { tokenRound = 0 } }: Pick<Room, 'id' | 'live'>): string {
  const text = tokenRound === 0 ? `relay.join:${id}` : `relay.join:${id}:${tokenRound}`;
  return createHmac('sha256', env().IDENTITY_KEY).update(text).digest('base64url').slice(0, 32);
}

/** The secret by which the page of a room joins that was made for a study: part of its link, until it is renewed. */
export function hostKeyOf({ id, live: { keyRound = 0 } }: Pick<Room, 'id' | 'live'>): string {
  const text = keyRound === 0 ? `relay.host:${id}` : `relay.host:${id}:${keyRound}`;
  return createHmac('sha256', env().IDENTITY_KEY).update(text).digest('base64url').slice(0, 32);
}

/** What is stored of the secret of a participant's browser. */
export const hashParticipant = (secret: string): string =>
  secret === '' ? '' : createHash('sha256').update(secret).digest('hex');

/**
 * The room that an agent may join by a name and its proof: none in the embedded set-up, else the token of the page or
 * the credential of an agent of the page's owner.
 * @throws RelayFault SESSION_NOT_ACTIVE, the same for a room that does not exist
 */
export async function findRoomForAgent(of: Visitor & { token: string | null }): Promise<Room> {
  const name = of.roomName;
  if (hasOpenRooms()) {
    const room = (await findRoomByName(name)) ?? (await openRoom(name, null));
    if (room?.isOpen || (room && mayJoin(room, of))) return room;
  } else {
    const ofOwner = name === DEFAULT_ROOM && of.ownerId !== null;
    const room = ofOwner ? await findOpenRoomOfOwner(of.ownerId as string) : await findRoomByName(name);
    if (room && mayJoin(room, of)) return room;
  }
  throw new RelayFault(
    'SESSION_NOT_ACTIVE',
    `No session ${JSON.stringify(name)} that you may join. Send the sessionId and the join token that its page shows: "ext": { "token": "…" } beside the payload.`,
  );
}

function mayJoin(room: Room, { token, ownerId }: { token: string | null; ownerId: string | null }): boolean {
  if (room.ownerId !== null && room.ownerId === ownerId) return true;
  const expected = Buffer.from(joinTokenOf(room));
  const given = Buffer.from(token ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Makes a room of a name, which anybody may join; returns the one of a racing caller when that was first. */
async function openRoom(name: string, appId: string | null): Promise<Room | null> {
  const app = findApp(appId);
  if (!app) return null;
  await insertRoom({ ...emptyRoom(true), id: newId(), name, app: app.id }, now());
  return findRoomByName(name);
}

const emptyRoom = (isOpen: boolean) => ({ participantHash: '', ownerId: null, isOpen, live: newLive(isOpen) });

/**
 * The rooms that a page may host, the best first. A page that comes back finds the room of its own in which its session
 * runs, also when `default` is free by now. One query more for `default` where rooms are open.
 * @throws RelayFault SESSION_NOT_ACTIVE for the room of another participant, and for a name that nobody may choose
 */
export async function findRoomForHost(
  of: Visitor & { participantHash: string; appId: string | null },
): Promise<Room[]> {
  const app = findApp(of.appId);
  if (!app) throw new RelayFault('INVALID_MESSAGE', `ext.app: there is no application ${JSON.stringify(of.appId)}.`);
  const named = (await findRoomByName(of.roomName)) ?? (hasOpenRooms() ? await openRoom(of.roomName, app.id) : null);
  const isHostable = named?.isOpen === true || (named !== null && isOf(named, of.participantHash));
  const usable = named && isHostable && (of.appId ?? named.app) === named.app ? [named] : [];
  if (of.roomName !== DEFAULT_ROOM && usable.length === 0)
    throw new RelayFault(
      'SESSION_NOT_ACTIVE',
      `The session ${JSON.stringify(of.roomName)} belongs to another participant or application.`,
    );
  return [...(await findRunning(of, app.id)), ...usable];
}

async function findRunning(of: Visitor & { participantHash: string }, appId: string): Promise<Room[]> {
  if (of.roomName !== DEFAULT_ROOM || of.participantHash === '' || !hasOpenRooms()) return [];
  const own = await findOwnRoom(of.participantHash);
  return own && own.sessionId !== null && own.app === appId ? [own] : [];
}

const isOf = (room: Room, participantHash: string): boolean =>
  participantHash !== '' && room.participantHash === participantHash;

/** A name that is not guessed. */
export const newRoomName = (): string => `r-${randomBytes(9).toString('base64url')}`;

const DAY_MS = 24 * 3_600_000;

/** The room of a participant's own; a new one on the first visit. @throws QUOTA_EXCEEDED for too many of the address */
export async function ownRoom(of: {
  participantHash: string;
  ownerId: string | null;
  appId: string | null;
  countNewRoom: () => Promise<void>;
  /** The address of the page, hashed, and how many rooms it may use in a day; null: any number. */
  openedFrom: string;
  maxRooms: number | null;
}): Promise<Room> {
  const found = await findOwnRoom(of.participantHash);
  const app = findApp(of.appId);
  if (found && of.appId !== null && found.app !== of.appId)
    throw new RelayFault(
      'SESSION_NOT_ACTIVE',
      'This participant has a session of another application. Use a new secret.',
    );
  if (found) return found;
  if (!app) throw new RelayFault('INVALID_MESSAGE', 'There is no such application.');
  await of.countNewRoom();
  const name = newRoomName();
  const room = { ...emptyRoom(false), id: newId(), name, app: app.id };
  const at = now();
  await transaction(async (client) => {
    const { openedFrom, maxRooms } = of;
    if (maxRooms !== null && (await lockRoomsOf(client, openedFrom, new Date(at.getTime() - DAY_MS))) >= maxRooms) {
      const message = `Your address has used ${maxRooms} sessions in a day, the most. Use one of them, or come back later.`;
      throw quotaExceeded(message, { name: 'relay_rooms', limit: maxRooms, per: 'address' });
    }
    const own = { ...room, participantHash: of.participantHash, ownerId: of.ownerId };
    await insertRoom(own, at, { openedFrom, client });
  });
  const ownRoom = await findOwnRoom(of.participantHash);
  if (!ownRoom) throw new Error(`the room ${name} could not be made`);
  return ownRoom;
}
