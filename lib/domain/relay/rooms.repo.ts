import { toJsonb } from '@/lib/core/json';
import { sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import { rowsOf } from '@/lib/data/rows';
import { NOTIFY_SQL, notification } from '@/lib/events';
import type { EventInternals, Room, RoomEvent } from './relay.schema';

/** The subject of messages about commits to rooms. */
export const ROOMS_TOPIC = 'relay.rooms';

const ROOM = `id, name, app, is_open AS "isOpen", participant_hash AS "participantHash", owner_id AS "ownerId",
  host_id AS "hostId", host_process AS "hostProcess", session_id AS "sessionId", event_count AS "eventCount",
  last_seq AS "lastSeq", version, live, state`;

/** A room by its id, or null. */
export async function findRoom(id: string): Promise<Room | null> {
  const rows = await sql<Room & { [column: string]: unknown }>(
    'relay.room',
    `SELECT ${ROOM} FROM relay_rooms WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** A room by its name, or null. */
export async function findRoomByName(name: string): Promise<Room | null> {
  const rows = await sql<Room & { [column: string]: unknown }>(
    'relay.room_by_name',
    `SELECT ${ROOM} FROM relay_rooms WHERE name = $1`,
    [name],
  );
  return rows[0] ?? null;
}

/** The room of a participant's own, or null. */
export async function findOwnRoom(participantHash: string): Promise<Room | null> {
  const rows = await sql<Room & { [column: string]: unknown }>(
    'relay.own_room',
    `SELECT ${ROOM} FROM relay_rooms WHERE participant_hash = $1 AND NOT is_open`,
    [participantHash],
  );
  return rows[0] ?? null;
}

/** The newest room of an owner whose page is open, or null. */
export async function findOpenRoomOfOwner(ownerId: string): Promise<Room | null> {
  const rows = await sql<Room & { [column: string]: unknown }>(
    'relay.room_of_owner',
    `SELECT ${ROOM} FROM relay_rooms WHERE owner_id = $1 AND host_id IS NOT NULL ORDER BY updated_at DESC LIMIT 1`,
    [ownerId],
  );
  return rows[0] ?? null;
}

/** Adds a room. False when its name, or the participant's own room, exists already. */
export async function insertRoom(
  room: Pick<Room, 'id' | 'name' | 'app' | 'isOpen' | 'participantHash' | 'ownerId' | 'live'>,
  at: Date,
): Promise<boolean> {
  const rows = await sql(
    'relay.insert_room',
    `INSERT INTO relay_rooms (id, name, app, is_open, participant_hash, owner_id, live, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    [room.id, room.name, room.app, room.isOpen, room.participantHash, room.ownerId, JSON.stringify(room.live), at],
  );
  return rows.length > 0;
}

const EVENT_ROWS = rowsOf<RoomEvent>('e', {
  seq: ['int', ({ seq }) => seq],
  session_id: ['text', ({ sessionId }) => sessionId],
  event_index: ['int', ({ eventIndex }) => eventIndex],
  at: ['timestamptz', ({ at }) => at],
  direction: ['text', ({ direction }) => direction],
  type: ['text', ({ type }) => type],
  payload: ['json', ({ payload }) => toJsonb(payload)],
  audience: ['text', ({ audience }) => audience ?? null],
  internal: ['json', ({ internal }) => (internal ? toJsonb(internal) : null)],
});

/** A session that a commit starts or ends. */
export type SessionWrite =
  | { kind: 'start'; id: string; studyId: string; participantId: string }
  | { kind: 'end'; id: string; reason: string };

const SESSION_WRITES: Record<SessionWrite['kind'], (first: number) => string> = {
  start: (first) => `INSERT INTO relay_sessions (id, room_id, app, owner_id, started_at, study_id, participant_id)
    SELECT $${first}, id, app, owner_id, updated_at, $${first + 1}, $${first + 2} FROM room`,
  end: (first) => `UPDATE relay_sessions s SET ended_at = room.updated_at, end_reason = $${first + 1}, event_count = $8
    FROM room WHERE s.id = $${first}`,
};

const sessionValues = (write: SessionWrite): unknown[] =>
  write.kind === 'start' ? [write.id, write.studyId, write.participantId] : [write.id, write.reason];

const FIRST_EVENT = 15;
const FIRST_OF_SESSION = FIRST_EVENT + EVENT_ROWS.width;

const commitSql = (kind: SessionWrite['kind'] | null): string => `
  WITH room AS (
    UPDATE relay_rooms SET version = version + 1, participant_hash = $3, owner_id = $4, host_id = $5, host_process = $6,
      session_id = $7, event_count = $8, last_seq = $9, live = $10, state = COALESCE($11, state), updated_at = $12
    WHERE id = $1 AND version = $2 RETURNING id, app, owner_id, updated_at),
  ${kind === null ? '' : `written AS (${SESSION_WRITES[kind](FIRST_OF_SESSION)}),`}
  added AS (
    INSERT INTO relay_events (room_id, seq, session_id, event_index, at, direction, type, payload, audience, internal)
    SELECT room.id, e.* FROM ${EVENT_ROWS.from(FIRST_EVENT)} CROSS JOIN room),
  notified AS (${NOTIFY_SQL('$13', '$14')} CROSS JOIN room)
  SELECT 1 FROM room, notified`;

const COMMIT_SQL = { none: commitSql(null), start: commitSql('start'), end: commitSql('end') };

/**
 * Stores a room after a change with its events, in one statement, if its version is still `version`; the other
 * processes are notified when it commits.
 * @param room the room after the change, with the version of before
 * @param isStateNew whether the application's state has changed
 * @returns false when another change came first: nothing is stored
 */
export async function commitRoom(of: {
  room: Room;
  isStateNew: boolean;
  events: readonly RoomEvent[];
  session: SessionWrite | null;
  at: Date;
}): Promise<boolean> {
  const { room, session, events } = of;
  const messages = [{ topic: ROOMS_TOPIC, payload: { room: room.id, seq: room.lastSeq } }];
  const kind = session?.kind ?? 'none';
  const rows = await sql(`relay.commit_${kind}`, COMMIT_SQL[kind], [
    room.id,
    room.version,
    room.participantHash,
    room.ownerId,
    room.hostId,
    room.hostProcess,
    room.sessionId,
    room.eventCount,
    room.lastSeq,
    toJsonb(room.live),
    of.isStateNew ? toJsonb(room.state) : null,
    of.at,
    ...notification([], messages),
    ...EVENT_ROWS.values(events),
    ...(session ? sessionValues(session) : []),
  ]);
  return rows.length > 0;
}

type EventRow = Fields<
  'RelayEvent',
  'seq' | 'sessionId' | 'eventIndex' | 'at' | 'direction' | 'type' | 'audience',
  { direction: RoomEvent['direction'] }
> & { payload: RoomEvent['payload']; internal: EventInternals | null };

const EVENT = `seq, session_id AS "sessionId", event_index AS "eventIndex", at, direction, type, payload, audience, internal`;

const toEvent = ({ audience, internal, ...row }: EventRow): RoomEvent => ({
  ...row,
  ...(audience === null ? {} : { audience }),
  ...(internal === null ? {} : { internal }),
});

/** The events of a room after `after`, in order. One query on the primary key. */
export async function readRoomEvents(roomId: string, after: number, limit: number): Promise<RoomEvent[]> {
  const rows = await sql<EventRow>(
    'relay.room_events',
    `SELECT ${EVENT} FROM relay_events WHERE room_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [roomId, after, limit],
  );
  return rows.map(toEvent);
}

/** The answer to a request that a member sent before, or null. */
export async function findAnswer(of: { roomId: string; memberId: string; replyTo: string }): Promise<RoomEvent | null> {
  const rows = await sql<EventRow>(
    'relay.answer',
    `SELECT ${EVENT} FROM relay_events
     WHERE room_id = $1 AND audience = $2 AND internal->>'replyTo' = $3 ORDER BY seq DESC LIMIT 1`,
    [of.roomId, of.memberId, of.replyTo],
  );
  return rows[0] ? toEvent(rows[0]) : null;
}

/** Renews this process's row and returns the processes that have not renewed theirs. */
export async function renewProcess(id: string, at: Date, aliveUntil: Date): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'relay.renew_process',
    `WITH own AS (INSERT INTO relay_processes (id, alive_until) VALUES ($1, $3)
       ON CONFLICT (id) DO UPDATE SET alive_until = EXCLUDED.alive_until)
     SELECT id FROM relay_processes WHERE alive_until < $2 AND id <> $1`,
    [id, at, aliveUntil],
  );
  return rows.map((row) => row.id);
}

/** Rooms with a connection of a process. Reads every room that was used in the last day: only when a process has died. */
export async function findRoomsOfProcess(process: string, since: Date): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'relay.rooms_of_process',
    `SELECT id FROM relay_rooms WHERE updated_at > $2
       AND (host_process = $1 OR position($1 in live->>'agents') > 0)`,
    [process, since],
  );
  return rows.map((row) => row.id);
}

/** Forgets a process. */
export async function deleteProcess(id: string): Promise<void> {
  await sql('relay.delete_process', 'DELETE FROM relay_processes WHERE id = $1', [id]);
}

/** Deletes events outside of sessions, and unused rooms without one. Returns how many rooms. */
export async function deleteOldRooms(eventsBefore: Date, roomsBefore: Date): Promise<number> {
  const rows = await sql<{ rooms: number }>(
    'relay.delete_old',
    `WITH idle AS (
       DELETE FROM relay_rooms WHERE updated_at < $2 AND session_id IS NULL RETURNING id),
     loose AS (
       DELETE FROM relay_events e USING relay_rooms r
       WHERE r.id = e.room_id AND r.updated_at < $1 AND e.session_id IS NULL)
     SELECT count(*)::int AS rooms FROM idle`,
    [eventsBefore, roomsBefore],
  );
  return rows[0]?.rooms ?? 0;
}

/** Rooms with a running session in which nothing has happened since `before`. Reads a partial index. */
export async function findIdleRooms(before: Date, limit: number): Promise<{ id: string; sessionId: string }[]> {
  return sql<{ id: string; sessionId: string }>(
    'relay.idle_rooms',
    `SELECT id, session_id AS "sessionId" FROM relay_rooms WHERE session_id IS NOT NULL AND updated_at < $1
     ORDER BY updated_at LIMIT $2`,
    [before, limit],
  );
}
