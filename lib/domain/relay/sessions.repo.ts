import type { JsonObject } from '@/lib/core/json';
import { relayStream } from '@/lib/core/stream';
import { sql } from '@/lib/data/database';
import { registerExport } from '@/lib/data/exports';
import type { Fields } from '@/lib/data/row';
import { readEvents } from '@/lib/events';
import type { EventInternals, RoomEvent, ViewChange } from './relay.schema';

export type SessionRow = Fields<
  'RelaySession',
  | 'id'
  | 'roomId'
  | 'app'
  | 'ownerId'
  | 'studyId'
  | 'participantId'
  | 'startedAt'
  | 'endedAt'
  | 'endReason'
  | 'eventsAfter'
  | 'eventCount'
>;

/** A line of the log, with what never leaves the server. */
export interface LoggedRow {
  eventIndex: number;
  at: Date;
  direction: 'in' | 'out' | 'internal';
  type: string;
  payload: JsonObject;
  internal?: EventInternals;
  view?: ViewChange;
}

const SESSION = `s.id, s.room_id AS "roomId", s.app, s.owner_id AS "ownerId", s.study_id AS "studyId",
  s.participant_id AS "participantId", s.started_at AS "startedAt", s.ended_at AS "endedAt",
  s.end_reason AS "endReason", s.events_after AS "eventsAfter",
  CASE WHEN s.ended_at IS NULL THEN COALESCE((SELECT event_count FROM relay_rooms r WHERE r.session_id = s.id), 0)
       ELSE s.event_count END AS "eventCount"`;

/** The next number of a day, from 1. No two callers get the same. @param day `YYYY-MM-DD` */
export async function nextSessionNumber(day: string): Promise<number> {
  const rows = await sql<{ sessions: number }>(
    'relay.next_number',
    `INSERT INTO relay_days (day, sessions) VALUES ($1, 1)
     ON CONFLICT (day) DO UPDATE SET sessions = relay_days.sessions + 1 RETURNING sessions`,
    [day],
  );
  return rows[0]?.sessions ?? 1;
}

/** A session that the owner may read: an owned one, and one without an owner for an administrator. Else null. */
export async function findReadableSession(of: {
  sessionId: string;
  ownerId: string;
  isAdmin: boolean;
}): Promise<SessionRow | null> {
  const rows = await sql<SessionRow>(
    'relay.readable_session',
    `SELECT ${SESSION} FROM relay_sessions s WHERE s.id = $1 AND (s.owner_id = $2 OR (s.owner_id IS NULL AND $3))`,
    [of.sessionId, of.ownerId, of.isAdmin],
  );
  return rows[0] ?? null;
}

/** The sessions that the owner may read, newest first, before the given one. */
export async function listReadableSessions(of: {
  ownerId: string;
  isAdmin: boolean;
  before: { startedAt: Date; id: string } | null;
  limit: number;
}): Promise<SessionRow[]> {
  const page = `($2::timestamptz IS NULL OR (s.started_at, s.id) < ($2, $3))
     ORDER BY s.started_at DESC, s.id DESC LIMIT $4`;
  return sql<SessionRow>(
    of.isAdmin ? 'relay.sessions_of_admin' : 'relay.sessions',
    of.isAdmin
      ? `SELECT ${SESSION} FROM ((SELECT * FROM relay_sessions s WHERE s.owner_id = $1 AND ${page})
           UNION ALL (SELECT * FROM relay_sessions s WHERE s.owner_id IS NULL AND ${page})) s
         ORDER BY s.started_at DESC, s.id DESC LIMIT $4`
      : `SELECT ${SESSION} FROM relay_sessions s WHERE s.owner_id = $1 AND ${page}`,
    [of.ownerId, of.before?.startedAt ?? null, of.before?.id ?? null, of.limit],
  );
}

/** The sessions of a study that the owner may read, oldest first. */
export async function listSessionsOfStudy(of: {
  ownerId: string;
  isAdmin: boolean;
  studyId: string;
  limit: number;
}): Promise<SessionRow[]> {
  return sql<SessionRow>(
    'relay.sessions_of_study',
    `SELECT ${SESSION} FROM relay_sessions s WHERE (s.owner_id = $1 OR (s.owner_id IS NULL AND $2)) AND s.study_id = $3
     ORDER BY s.started_at, s.id LIMIT $4`,
    [of.ownerId, of.isAdmin, of.studyId, of.limit],
  );
}

/** Events of a session that are in memory at a time. */
const EVENTS_OF_PAGE = 500;

/** The events of a session, in order, page by page. One query on the primary key for each page. */
export async function* readSessionEvents(
  of: Pick<SessionRow, 'roomId' | 'eventsAfter' | 'eventCount'>,
): AsyncGenerator<LoggedRow> {
  const stream = relayStream(of.roomId);
  let after = of.eventsAfter;
  let isMore = of.eventCount > 0;
  while (isMore) {
    const page = (await readEvents({ stream, after, audiences: 'all', limit: EVENTS_OF_PAGE })) as RoomEvent[];
    isMore = page.length === EVENTS_OF_PAGE;
    for (const event of page) {
      after = event.id;
      const { index } = event.data;
      // What a full session does not log lies between its events.
      if (index !== undefined) yield toLoggedRow(event, index);
      if (index === of.eventCount - 1) return;
    }
  }
}

const toLoggedRow = ({ at, type, data }: RoomEvent, eventIndex: number): LoggedRow => ({
  eventIndex,
  at,
  direction: data.direction,
  type,
  payload: data.payload,
  ...(data.internal ? { internal: data.internal } : {}),
  ...(data.view ? { view: data.view } : {}),
});

/** A session by its id, or null. */
export async function findSession(id: string): Promise<SessionRow | null> {
  const rows = await sql<SessionRow>('relay.session', `SELECT ${SESSION} FROM relay_sessions s WHERE s.id = $1`, [id]);
  return rows[0] ?? null;
}

registerExport('relay', {
  'studies/rooms': {
    about: 'Rooms of studies.',
    rows: `SELECT id, name, app, is_open, study_id, made_by, made_at FROM relay_rooms WHERE owner_id = $1`,
  },
  'studies/sessions': {
    about: 'Recorded sessions of studies; their logs are downloaded under Studies.',
    rows: `SELECT id, room_id, app, study_id, started_at, ended_at, end_reason, event_count
      FROM relay_sessions
      WHERE owner_id = $1`,
  },
});
