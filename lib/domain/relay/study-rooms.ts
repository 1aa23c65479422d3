import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError, quotaExceeded, validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { findApp } from './apps';
import { hashParticipant, hostKeyOf, joinTokenOf, newLive, newRoomName } from './find-room';
import { NO_ROOM, renewRoomKeys } from './room-keys';
import { transaction } from './rooms.repo';
import {
  deleteStudyRoom,
  findAllowedOrigins,
  findStudyRooms,
  insertStudyRoom,
  lockStudyRooms,
  type StudyRoomRow,
} from './study-rooms.repo';

/** A room that a researcher has made for a participant. */
export const studyRoomSchema = z.strictObject({
  room_id: z.string().describe('The room'),
  session_id: z.string().describe('The sessionId of relay.join, for the page and for agents'),
  app: z.string().describe('booking, or remote: a page of your own'),
  study_id: z.string().describe('The study'),
  participant_id: z.string().describe('The participant'),
  allowed_origins: z.array(z.string()).describe('Origins whose pages may connect'),
  page_link: z.string().nullable().describe('For the participant: the page, with the room and its key'),
  host_key: z.string().describe('The secret of the page: ext.participant of its relay.join'),
  join_token: z.string().describe('The secret of agents: ext.token of their relay.join'),
  is_open: z.boolean().describe('Whether the page is open'),
  agents: z.int().describe('Agents that are connected'),
  running_session: z.string().nullable().describe('The session that runs'),
  made_at: z.iso.datetime().describe('When it was made'),
});
export type StudyRoom = z.infer<typeof studyRoomSchema>;

/** The page of the participant with the room and its secret behind `#`, which no server is sent. */
function pageLinkOf({ app, pageUrl, name }: StudyRoomRow, hostKey: string, origin: string): string | null {
  const base = app === 'booking' ? `${origin}/booking` : pageUrl;
  if (base === null) return null;
  const link = new URL(base);
  const room = new URLSearchParams({ room: name, key: hostKey });
  if (app !== 'booking') room.set('relay', `${origin.replace(/^http/, 'ws')}/agent/ws`);
  link.hash = room.toString();
  return link.href;
}

function toStudyRoom(row: StudyRoomRow, origin: string): StudyRoom {
  const hostKey = hostKeyOf(row);
  return {
    room_id: row.id,
    session_id: row.name,
    app: row.app,
    study_id: row.studyId ?? '',
    participant_id: row.participantId ?? '',
    allowed_origins: row.allowedOrigins,
    page_link: pageLinkOf(row, hostKey, origin),
    host_key: hostKey,
    join_token: joinTokenOf(row),
    is_open: row.hostId !== null,
    agents: row.live.agents.length,
    running_session: row.sessionId,
    made_at: iso(row.madeAt),
  };
}

/**
 * Makes a room for each participant of a study. Four statements, and one for each room.
 * @param of.maxRooms how many the owner may have; null: any number
 * @throws QUOTA_EXCEEDED · VALIDATION_ERROR for an application that there is not
 */
export async function makeStudyRooms(of: {
  ownerId: string;
  app: string;
  studyId: string;
  participantIds: readonly string[];
  allowedOrigins: readonly string[];
  pageUrl: string | null;
  maxRooms: number | null;
  origin: string;
}): Promise<StudyRoom[]> {
  const { ownerId, app, studyId, maxRooms, origin, pageUrl } = of;
  if (!findApp(app)) throw validationError([{ path: ['app'], message: 'There is no such application' }]);
  const allowedOrigins = [...new Set([...of.allowedOrigins, ...(pageUrl === null ? [] : [new URL(pageUrl).origin])])];
  const at = now();
  const rooms = of.participantIds.map((participantId) => {
    const id = newId();
    const live = newLive(false);
    const participantHash = hashParticipant(hostKeyOf({ id, live }));
    return {
      id,
      name: newRoomName(),
      app,
      participantHash,
      studyId,
      participantId,
      allowedOrigins,
      pageUrl,
      live,
    };
  });
  await transaction(async (client) => {
    const count = await lockStudyRooms(client, ownerId);
    if (maxRooms !== null && count + rooms.length > maxRooms)
      throw quotaExceeded(`You have ${count} rooms of studies, and ${maxRooms} are the most.`, {
        name: 'study_rooms',
        limit: maxRooms,
        per: 'owner',
        next: 'Delete rooms that are not needed any more.',
      });
    for (const room of rooms) await insertStudyRoom(client, ownerId, room, at);
  });
  return rooms.map((room) => toStudyRoom({ ...room, hostId: null, sessionId: null, madeAt: at }, origin));
}

/** The rooms that an owner has made, newest first. One query. */
export async function listStudyRooms(of: { ownerId: string; origin: string; limit: number }): Promise<StudyRoom[]> {
  return (await findStudyRooms(of.ownerId, of.limit)).map((row) => toStudyRoom(row, of.origin));
}

/**
 * Makes new keys for a room, when its link has reached another person: the earlier ones open nothing any more, and the page
 * and agents are disconnected. Two statements, three where no member of the room is in this process. @throws NOT_FOUND
 */
export async function renewStudyRoom(of: { ownerId: string; roomId: string; origin: string }): Promise<StudyRoom> {
  await renewRoomKeys(of);
  const [row] = await findStudyRooms(of.ownerId, 1, of.roomId);
  if (!row) throw new AppError('NOT_FOUND', NO_ROOM);
  return toStudyRoom(row, of.origin);
}

/** Deletes a room; its sessions and their logs stay. @throws NOT_FOUND · INVALID_STATE while a session runs in it */
export async function removeStudyRoom(of: { ownerId: string; roomId: string }): Promise<void> {
  const outcome = await deleteStudyRoom(of.ownerId, of.roomId);
  if (outcome === 'missing') throw new AppError('NOT_FOUND', NO_ROOM);
  if (outcome === 'running')
    throw new AppError('INVALID_STATE', 'A session runs in this room. End it, then delete the room.');
}

/** Whether a page of another origin may connect to a room. One query. A missing room allows none. */
export async function isOriginAllowed(roomName: string, origin: string): Promise<boolean> {
  return (await findAllowedOrigins(roomName)).includes(origin);
}
