import { type Queryable, sql, transaction } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import { HISTORY_DAYS, type Part } from './status.schema';

/** Minutes of one part by status. */
export interface Minutes {
  part: Part;
  /** `2026-11-22`, UTC. */
  day: string;
  online: number;
  degraded: number;
  offline: number;
}

/**
 * Adds minutes to the days of their parts. A part of which a minute was counted less than `leastGapS` ago is left as it is, so
 * that several processes count each minute once. Returns the parts that were counted.
 */
export async function addMinutes(minutes: readonly Minutes[], at: Date, leastGapS: number): Promise<Part[]> {
  const column = <Name extends keyof Minutes>(name: Name) => minutes.map((one) => one[name]);
  const rows = await sql<{ part: Part }>(
    'status.add_minutes',
    `WITH added AS (
       SELECT * FROM unnest($1::text[], $2::date[], $3::int[], $4::int[], $5::int[]) AS a(part, day, online, degraded, offline)),
     last AS (
       SELECT part, max(counted_at) AS at FROM part_days WHERE part = ANY ($1::text[]) GROUP BY part)
     INSERT INTO part_days AS d (part, day, online, degraded, offline, counted_at)
     SELECT a.part, a.day, a.online, a.degraded, a.offline, $6::timestamptz FROM added a LEFT JOIN last l ON l.part = a.part
     WHERE l.at IS NULL OR l.at <= $6::timestamptz - make_interval(secs => $7)
     ORDER BY a.part, a.day
     ON CONFLICT (part, day) DO UPDATE
       SET online = d.online + EXCLUDED.online, degraded = d.degraded + EXCLUDED.degraded,
           offline = d.offline + EXCLUDED.offline, counted_at = EXCLUDED.counted_at
       WHERE d.counted_at <= EXCLUDED.counted_at - make_interval(secs => $7)
     RETURNING part`,
    [column('part'), column('day'), column('online'), column('degraded'), column('offline'), at, leastGapS],
  );
  return [...new Set(rows.map(({ part }) => part))];
}

/** The days of history of every part, the oldest first. */
export async function readMinutes(today: Date): Promise<Minutes[]> {
  return sql<Minutes & Record<string, unknown>>(
    'status.read_minutes',
    `SELECT part, to_char(day, 'YYYY-MM-DD') AS day, online, degraded, offline FROM part_days
     WHERE day > ($1::timestamptz AT TIME ZONE 'utc')::date - $2::int ORDER BY day`,
    [today, HISTORY_DAYS],
  );
}

/** Deletes up to `limit` days before the history. Returns how many. */
export async function deleteOldDays(today: Date, limit: number): Promise<number> {
  const rows = await sql(
    'status.delete_days',
    `DELETE FROM part_days WHERE (part, day) IN (
       SELECT part, day FROM part_days WHERE day <= ($1::timestamptz AT TIME ZONE 'utc')::date - $2::int ORDER BY day LIMIT $3)
     RETURNING 1`,
    [today, HISTORY_DAYS, limit],
  );
  return rows.length;
}

/** Remote experiences that agents may play, by what the last poll said. */
export async function countExperiences(): Promise<{ online: number; offline: number }> {
  const [row] = await sql<{ online: number; offline: number }>(
    'status.experiences',
    `SELECT count(*) FILTER (WHERE live_status IN ('online', 'degraded'))::int AS online,
            count(*) FILTER (WHERE live_status = 'offline')::int AS offline
     FROM experiences
     WHERE kind <> 'builtin' AND listed AND hidden_at IS NULL AND verification_status IN ('verified', 'connectivity_verified')`,
    [],
  );
  return row ?? { online: 0, offline: 0 };
}

export type IncidentRow = Row<
  'Incident',
  'id' | 'kind' | 'title' | 'parts' | 'starts_at' | 'ends_at',
  { kind: 'incident' | 'maintenance'; parts: Part[] }
> & { updates: { at: string; text: string }[] };

/** Incidents that are not over, and those that began after a time; the newest first. */
export async function findIncidents(since: Date, limit: number): Promise<IncidentRow[]> {
  return sql<IncidentRow>(
    'status.incidents',
    `SELECT i.id, i.kind, i.title, i.parts, i.starts_at, i.ends_at, u.updates
     FROM incidents i, LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('at', w.at, 'text', w.text) ORDER BY w.at DESC, w.id DESC), '[]') AS updates
       FROM incident_updates w WHERE w.incident_id = i.id) u
     WHERE i.starts_at > $1 OR i.ends_at IS NULL OR i.ends_at > $1
     ORDER BY i.starts_at DESC, i.id DESC LIMIT $2`,
    [since, limit],
  );
}

export interface StoredIncident {
  id: string;
  kind: string;
  title: string;
  parts: readonly string[];
  startsAt: Date;
  endsAt: Date | null;
}

async function insertUpdate(client: Queryable, update: { id: string; incidentId: string; text: string; at: Date }) {
  await client.query('INSERT INTO incident_updates (id, incident_id, text, at) VALUES ($1, $2, $3, $4)', [
    update.id,
    update.incidentId,
    update.text,
    update.at,
  ]);
}

/** Stores an incident with its first update. */
export async function insertIncident(
  { id, kind, title, parts, startsAt, endsAt }: StoredIncident,
  update: { id: string; text: string; at: Date },
): Promise<void> {
  await transaction(async (client) => {
    await client.query(
      'INSERT INTO incidents (id, kind, title, parts, starts_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, kind, title, parts, startsAt, endsAt],
    );
    await insertUpdate(client, { ...update, incidentId: id });
  });
}

/** Adds an update and, with `endsAt`, ends the incident. Null without such an incident; `full` when it has `most` updates. */
export async function addUpdate(of: {
  incidentId: string;
  update: { id: string; text: string; at: Date };
  endsAt: Date | null;
  most: number;
}): Promise<'added' | 'full' | null> {
  const { incidentId, update, endsAt, most } = of;
  return transaction(async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM incidents WHERE id = $1 FOR UPDATE', [incidentId]);
    if (rowCount === 0) return null;
    // A statement of its own: one that waits for the lock would count what stood before it.
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM incident_updates WHERE incident_id = $1',
      [incidentId],
    );
    if ((rows[0]?.count ?? 0) >= most) return 'full';
    await insertUpdate(client, { ...update, incidentId });
    if (endsAt)
      await client.query('UPDATE incidents SET ends_at = greatest(starts_at, $2) WHERE id = $1', [incidentId, endsAt]);
    return 'added';
  });
}

/** Deletes an incident that was written by mistake. Returns whether there was one. */
export async function deleteIncident(id: string): Promise<boolean> {
  const rows = await sql('status.delete_incident', 'DELETE FROM incidents WHERE id = $1 RETURNING 1', [id]);
  return rows.length > 0;
}

/** Deletes up to `limit` incidents that were over before a time. Returns how many. */
export async function deleteOldIncidents(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'status.delete_incidents',
    `DELETE FROM incidents WHERE id IN (SELECT id FROM incidents WHERE ends_at < $1 ORDER BY starts_at LIMIT $2) RETURNING 1`,
    [before, limit],
  );
  return rows.length;
}
