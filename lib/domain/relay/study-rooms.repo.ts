import { toJsonb } from '@/lib/core/json';
import { EMPTY_HEAD } from '@/lib/core/stream';
import { type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import type { Live } from './relay.schema';

/** A room of a study, as its researcher lists it. */
export type StudyRoomRow = Fields<
  'RelayRoom',
  'id' | 'name' | 'app' | 'studyId' | 'participantId' | 'allowedOrigins' | 'pageUrl' | 'hostId' | 'sessionId'
> & { madeAt: Date; live: Live };

/** How many rooms an owner has. Until the transaction ends, other calls of the owner wait. */
export async function lockStudyRooms(client: Queryable, ownerId: string): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`quota:study_rooms:${ownerId}`]);
  const rows = await sql<{ rooms: number }>(
    'relay.count_study_rooms',
    'SELECT count(*)::int AS rooms FROM relay_rooms WHERE made_by = $1',
    [ownerId],
    client,
  );
  return rows[0]?.rooms ?? 0;
}

/** A room that is made. */
export interface NewStudyRoom {
  id: string;
  name: string;
  app: string;
  participantHash: string;
  studyId: string;
  participantId: string;
  allowedOrigins: readonly string[];
  pageUrl: string | null;
  live: Live;
}

export async function insertStudyRoom(client: Queryable, ownerId: string, room: NewStudyRoom, at: Date): Promise<void> {
  await sql(
    'relay.insert_study_room',
    `INSERT INTO relay_rooms (id, name, app, is_open, participant_hash, owner_id, made_by, made_at, updated_at, study_id,
       participant_id, allowed_origins, page_url, live, head)
     VALUES ($1, $2, $3, false, $4, $5, $5, $6, $6, $7, $8, $9, $10, $11, $12)`,
    [
      room.id,
      room.name,
      room.app,
      room.participantHash,
      ownerId,
      at,
      room.studyId,
      room.participantId,
      room.allowedOrigins,
      room.pageUrl,
      toJsonb(room.live),
      toJsonb(EMPTY_HEAD),
    ],
    client,
  );
}

/** The rooms of an owner, newest first; or one of them. */
export async function findStudyRooms(
  ownerId: string,
  limit: number,
  roomId: string | null = null,
): Promise<StudyRoomRow[]> {
  return sql<StudyRoomRow>(
    'relay.study_rooms',
    `SELECT id, name, app, study_id AS "studyId", participant_id AS "participantId", page_url AS "pageUrl",
       allowed_origins AS "allowedOrigins", host_id AS "hostId", session_id AS "sessionId", made_at AS "madeAt", live
     FROM relay_rooms WHERE made_by = $1 AND ($3::uuid IS NULL OR id = $3) ORDER BY id DESC LIMIT $2`,
    [ownerId, limit, roomId],
  );
}

/** Whether a room of an owner was there; it is removed unless a session runs in it. */
export async function deleteStudyRoom(ownerId: string, roomId: string): Promise<'deleted' | 'running' | 'missing'> {
  const rows = await sql<{ isRunning: boolean }>(
    'relay.delete_study_room',
    `WITH found AS (SELECT id, session_id IS NOT NULL AS running FROM relay_rooms WHERE id = $2 AND made_by = $1 FOR UPDATE),
       gone AS (DELETE FROM relay_rooms r USING found WHERE r.id = found.id AND NOT found.running)
     SELECT running AS "isRunning" FROM found`,
    [ownerId, roomId],
  );
  if (!rows[0]) return 'missing';
  return rows[0].isRunning ? 'running' : 'deleted';
}

/** The origins whose pages may connect to a room; none for a room that does not exist. */
export async function findAllowedOrigins(roomName: string): Promise<string[]> {
  const rows = await sql<{ origins: string[] }>(
    'relay.allowed_origins',
    'SELECT allowed_origins AS origins FROM relay_rooms WHERE name = $1',
    [roomName],
  );
  return rows[0]?.origins ?? [];
}
