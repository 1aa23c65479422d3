import { toJsonb } from '@/lib/core/json';
import { EMPTY_HEAD } from '@/lib/core/stream';
import { type Queryable, sql } from '@/lib/data/database';
import { EVENT_ROWS, insertEvents } from '@/lib/events';

export { transaction } from '@/lib/data/database';

import type { Room, RoomEvent } from './relay.schema';

const ROOM = `id, name, app, is_open AS "isOpen", participant_hash AS "participantHash", owner_id AS "ownerId",
  made_by AS "madeBy", study_id AS "studyId", participant_id AS "participantId", allowed_origins AS "allowedOrigins",
  host_id AS "hostId", host_process AS "hostProcess", session_id AS "sessionId", event_count AS "eventCount",
  version, head, live, state`;

async function findOne(name: string, condition: string, value: string): Promise<Room | null> {
  const text = `SELECT ${ROOM} FROM relay_rooms WHERE ${condition}`;
  const rows = await sql<Room & { [column: string]: unknown }>(name, text, [value]);
  return rows[0] ?? null;
}

/** A room by its id, or null. */
export const findRoom = (id: string) => findOne('relay.room', 'id = $1', id);

/** A room by its name, or null. */
export const findRoomByName = (name: string) => findOne('relay.room_by_name', 'name = $1', name);

/** The room of a participant's own, or null. */
export const findOwnRoom = (participantHash: string) =>
  findOne('relay.own_room', 'participant_hash = $1 AND NOT is_open AND made_by IS NULL', participantHash);

/** The newest room of an owner whose page is open, or null. */
export const findOpenRoomOfOwner = (ownerId: string) =>
  findOne('relay.room_of_owner', 'owner_id = $1 AND host_id IS NOT NULL ORDER BY updated_at DESC LIMIT 1', ownerId);

/** Adds a room. False when its name, or the participant's own room, exists already. */
export async function insertRoom(
  room: Pick<Room, 'id' | 'name' | 'app' | 'isOpen' | 'participantHash' | 'ownerId' | 'live'>,
  at: Date,
  from: { openedFrom: string | null; client?: Queryable } = { openedFrom: null },
): Promise<boolean> {
  const rows = await sql(
    'relay.insert_room',
    `INSERT INTO relay_rooms (id, name, app, is_open, participant_hash, owner_id, live, head, updated_at, opened_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1`,
    [
      room.id,
      room.name,
      room.app,
      room.isOpen,
      room.participantHash,
      room.ownerId,
      toJsonb(room.live),
      toJsonb(EMPTY_HEAD),
      at,
      from.openedFrom,
    ],
    from.client,
  );
  return rows.length > 0;
}

/** How many rooms of an address were used since a time. Until the transaction ends, others that count them wait. */
export async function lockRoomsOf(client: Queryable, openedFrom: string, since: Date): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`quota:relay_rooms:${openedFrom}`]);
  const rows = await sql<{ used: number }>(
    'relay.rooms_of_address',
    'SELECT count(*)::int AS used FROM relay_rooms WHERE opened_from = $1 AND updated_at > $2',
    [openedFrom, since],
    client,
  );
  return rows[0]?.used ?? 0;
}

/** A session that a commit starts or ends. */
export type SessionWrite =
  | { kind: 'start'; id: string; studyId: string; participantId: string }
  | { kind: 'end'; id: string; reason: string };

const SESSION_WRITES: Record<SessionWrite['kind'], (first: number) => string> = {
  start: (
    first,
  ) => `INSERT INTO relay_sessions (id, room_id, app, owner_id, started_at, events_after, study_id, participant_id)
    SELECT $${first}, id, app, owner_id, updated_at, $${first + 1}, $${first + 2}, $${first + 3} FROM room`,
  end: (first) => `UPDATE relay_sessions s SET ended_at = room.updated_at, end_reason = $${first + 1}, event_count = $8
    FROM room WHERE s.id = $${first}`,
};

const sessionValues = (write: SessionWrite, before: Room): unknown[] =>
  write.kind === 'start'
    ? [write.id, before.head.lastId ?? '', write.studyId, write.participantId]
    : [write.id, write.reason];

const FIRST_EVENT = 13;
const FIRST_OF_SESSION = FIRST_EVENT + EVENT_ROWS.width;

const commitSql = (kind: SessionWrite['kind'] | null): string => `
  WITH room AS (
    UPDATE relay_rooms SET version = version + 1, participant_hash = $3, owner_id = $4, host_id = $5, host_process = $6,
      session_id = $7, event_count = $8, head = $9, live = $10, state = COALESCE($11, state), updated_at = $12
    WHERE id = $1 AND version = $2 RETURNING id, app, owner_id, updated_at),
  ${kind === null ? '' : `written AS (${SESSION_WRITES[kind](FIRST_OF_SESSION)}),`}
  added AS (${insertEvents(FIRST_EVENT)} CROSS JOIN room)
  SELECT 1 FROM room`;

const COMMIT_SQL = { none: commitSql(null), start: commitSql('start'), end: commitSql('end') };

/**
 * Stores a room after a change with its events, in one statement, if its version is still the one of before. Call
 * `publish` with the events.
 * @param isStateNew whether the application's state has changed
 * @returns false when another change came first: nothing is stored
 */
export async function commitRoom(of: {
  before: Room;
  after: Room;
  isStateNew: boolean;
  events: readonly RoomEvent[];
  session: SessionWrite | null;
  at: Date;
}): Promise<boolean> {
  const { before, after, session, events } = of;
  const kind = session?.kind ?? 'none';
  const rows = await sql(`relay.commit_${kind}`, COMMIT_SQL[kind], [
    after.id,
    before.version,
    after.participantHash,
    after.ownerId,
    after.hostId,
    after.hostProcess,
    after.sessionId,
    after.eventCount,
    toJsonb(after.head),
    toJsonb(after.live),
    of.isStateNew ? toJsonb(after.state) : null,
    of.at,
    ...EVENT_ROWS.values(events),
    ...(session ? sessionValues(session, before) : []),
  ]);
  return rows.length > 0;
}

/** Rooms with a connection, and the processes that serve them. Reads every room: only when a process has gone. */
export async function findConnectedRooms(): Promise<{ id: string; processes: string[] }[]> {
  return sql<{ id: string; processes: string[] }>(
    'relay.connected_rooms',
    `SELECT id, array_agg(process) AS processes
     FROM relay_rooms CROSS JOIN LATERAL (
       SELECT host_process AS process UNION SELECT agent->>'process' FROM json_array_elements(live->'agents') AS agent) p
     WHERE process IS NOT NULL GROUP BY id`,
    [],
  );
}

/** Rooms whose last use was in this time. */
export async function findRoomsUsed({ since, until }: { since: Date; until: Date }): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'relay.rooms_used',
    'SELECT id FROM relay_rooms WHERE updated_at >= $1 AND updated_at < $2',
    [since, until],
  );
  return rows.map(({ id }) => id);
}

/** Up to `limit` rooms without a session that were not used since `before`; those made for studies since `madeBefore`. */
export async function findUnusedRooms(before: Date, madeBefore: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'relay.unused_rooms',
    `SELECT id FROM relay_rooms WHERE updated_at < $1 AND session_id IS NULL AND (made_by IS NULL OR updated_at < $2)
     LIMIT $3`,
    [before, madeBefore, limit],
  );
  return rows.map(({ id }) => id);
}

/** Deletes rooms that still have no session. The events of their sessions stay. */
export async function deleteRooms(ids: readonly string[]): Promise<void> {
  await sql('relay.delete_rooms', 'DELETE FROM relay_rooms WHERE id = ANY ($1::uuid[]) AND session_id IS NULL', [ids]);
}

/** Rooms with a running session in which nothing has happened since `before`. Reads a partial index. */
export async function findIdleRooms(
  before: Date,
  except: readonly string[],
  limit: number,
): Promise<{ id: string; sessionId: string }[]> {
  return sql<{ id: string; sessionId: string }>(
    'relay.idle_rooms',
    `SELECT id, session_id AS "sessionId" FROM relay_rooms WHERE session_id IS NOT NULL AND updated_at < $1
       AND id <> ALL ($2::uuid[])
     ORDER BY updated_at LIMIT $3`,
    [before, except, limit],
  );
}
