import { type JsonObject, toJsonb } from '@/lib/core/json';
import { pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import { inTurnSql, ordOf, type PageRequest, type TurnRow, turnValues } from '@/lib/domain/quotas';
import type { EventRow, WaitingLobbyRow } from './demand.schema';

export { transaction } from '@/lib/data/database';

/** An agent that may host an event. */
export type CandidateRow = Row<'EventRsvp', 'agent_id'> & { display_name: string };

const EVENT = `e.id, e.experience_id, e.created_by_agent_id, e.starts_at, e.description, e.config, e.status, e.game_session_id,
  e.created_at, x.name AS experience_name,
  (SELECT count(*)::int FROM event_rsvps r WHERE r.event_id = e.id) AS rsvp_count`;

const EVENTS = 'scheduled_events e JOIN experiences x ON x.id = e.experience_id';

/** The agents that scheduled the events which begin after the third parameter. */
export const UPCOMING_BY_AGENT = `SELECT created_by_agent_id AS agent_id FROM scheduled_events
  WHERE starts_at > $3::timestamptz AND status <> 'cancelled'`;

/** Inserts an event. */
export async function insertEvent(
  client: Queryable,
  event: {
    id: string;
    experienceId: string;
    agentId: string;
    startsAt: Date;
    description: string | null;
    config: JsonObject;
    gameSessionId: string;
    openAt: Date;
    at: Date;
  },
): Promise<void> {
  await sql(
    'demand.schedule',
    `INSERT INTO scheduled_events
       (id, experience_id, created_by_agent_id, starts_at, description, game_session_id, open_at, created_at, config)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)`,
    [
      event.id,
      event.experienceId,
      event.agentId,
      event.startsAt,
      event.description,
      event.gameSessionId,
      event.openAt,
      event.at,
      toJsonb(event.config),
    ],
    client,
  );
}

/** An event by id, or null. */
export async function findEvent(id: string, on: Queryable = pool()): Promise<EventRow | null> {
  const rows = await sql<EventRow>('demand.event', `SELECT ${EVENT} FROM ${EVENTS} WHERE e.id = $1`, [id], on);
  return rows[0] ?? null;
}

const LISTED_EVENTS = `SELECT ${EVENT}, e.created_by_agent_id AS agent_id, ${ordOf('e.starts_at')} AS ord
  FROM ${EVENTS} WHERE e.starts_at > $1 AND x.listed`;

/**
 * Events of listed experiences that start after `at`, the agents' owners in turn, the next of each first; with an experience
 * only its own. One more than the page. An index scan.
 */
export async function listUpcoming(args: {
  at: Date;
  experienceId: string | null;
  page: PageRequest;
}): Promise<(EventRow & TurnRow)[]> {
  const planned = `${LISTED_EVENTS} AND e.status <> 'cancelled' AND ($2::uuid IS NULL OR e.experience_id = $2)`;
  const values = [args.at, args.experienceId, ...turnValues(args.page)];
  return sql<EventRow & TurnRow>('demand.upcoming', inTurnSql(planned, 3), values);
}

/** Events of listed experiences that start after `since`, cancelled ones too, the agents' owners in turn. An index scan. */
export async function listSince(args: { since: Date; limit: number }): Promise<(EventRow & TurnRow)[]> {
  return sql<EventRow & TurnRow>('demand.since', inTurnSql(LISTED_EVENTS, 2), [args.since, ...turnValues(args)]);
}

/** Which of these events the agents have an RSVP for, with the names of those agents. */
export async function findRsvpsOf(
  agentIds: readonly string[],
  eventIds: readonly string[],
): Promise<{ eventId: string; agentId: string }[]> {
  return sql<{ eventId: string; agentId: string }>(
    'demand.rsvps_of',
    `SELECT event_id AS "eventId", agent_id AS "agentId" FROM event_rsvps
     WHERE agent_id = ANY ($1::uuid[]) AND event_id = ANY ($2::uuid[])`,
    [agentIds, eventIds],
  );
}

/** Adds an RSVP to an event that has not begun. False when it has, or was cancelled. */
export async function insertRsvp(rsvp: { eventId: string; agentId: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'demand.rsvp',
    `INSERT INTO event_rsvps (event_id, agent_id, at)
     SELECT id, $2, $3 FROM scheduled_events WHERE id = $1 AND starts_at > $3 AND status <> 'cancelled' FOR SHARE
     ON CONFLICT (event_id, agent_id) DO UPDATE SET at = event_rsvps.at RETURNING 1`,
    [rsvp.eventId, rsvp.agentId, rsvp.at],
  );
  return rows.length === 1;
}

export async function deleteRsvp(eventId: string, agentId: string): Promise<void> {
  await sql('demand.unrsvp', 'DELETE FROM event_rsvps WHERE event_id = $1 AND agent_id = $2', [eventId, agentId]);
}

/** When the ticker has to open the next lobby; null when no event is planned. */
export async function nextOpening(): Promise<Date | null> {
  const rows = await sql<{ at: Date | null }>(
    'demand.next_opening',
    'SELECT min(open_at) AS at FROM scheduled_events WHERE open_at IS NOT NULL',
    [],
  );
  return rows[0]?.at ?? null;
}

/** Takes the events whose lobby is due; other processes skip them until `until`, when this one may have failed. */
export async function claimDue(at: Date, until: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'demand.claim_due',
    `UPDATE scheduled_events e SET open_at = $2 FROM (
       SELECT id FROM scheduled_events WHERE open_at <= $1 ORDER BY open_at LIMIT $3 FOR UPDATE SKIP LOCKED) AS due
     WHERE e.id = due.id RETURNING e.id`,
    [at, until, limit],
  );
  return rows.map(({ id }) => id);
}

/** The agents that may host an event: the one that scheduled it, then those that come, in the order of their RSVPs. */
export async function findCandidates(eventId: string, limit: number): Promise<CandidateRow[]> {
  return sql<CandidateRow>(
    'demand.candidates',
    `SELECT c.agent_id, a.display_name FROM (
       SELECT created_by_agent_id AS agent_id, '-infinity'::timestamptz AS at FROM scheduled_events WHERE id = $1
       UNION ALL
       SELECT r.agent_id, r.at FROM event_rsvps r JOIN scheduled_events e ON e.id = r.event_id
       WHERE r.event_id = $1 AND r.agent_id <> e.created_by_agent_id) c
     JOIN agents a ON a.id = c.agent_id ORDER BY c.at, c.agent_id LIMIT $2`,
    [eventId, limit],
  );
}

/** The agents to notify of an event: the one that scheduled it and those that come, by id. */
export async function findInvolved(client: Queryable, eventId: string): Promise<string[]> {
  const rows = await sql<{ agent_id: string }>(
    'demand.involved',
    `SELECT created_by_agent_id AS agent_id FROM scheduled_events WHERE id = $1
     UNION SELECT agent_id FROM event_rsvps WHERE event_id = $1 ORDER BY agent_id`,
    [eventId],
    client,
  );
  return rows.map(({ agent_id }) => agent_id);
}

/** Gives a planned event another id for its lobby. False when another process has done it, or the plan has ended. */
export async function replaceLobbyId(of: { eventId: string; lobbyId: string; newLobbyId: string }): Promise<boolean> {
  const rows = await sql(
    'demand.replace_lobby_id',
    `UPDATE scheduled_events SET game_session_id = $3
     WHERE id = $1 AND game_session_id = $2 AND status = 'scheduled' RETURNING 1`,
    [of.eventId, of.lobbyId, of.newLobbyId],
  );
  return rows.length === 1;
}

/** Ends the plan of an event: its lobby is open, or the event is cancelled. False when that was recorded before. */
export async function completeOpening(client: Queryable, id: string, status: 'open' | 'cancelled'): Promise<boolean> {
  const rows = await sql(
    'demand.complete_opening',
    `UPDATE scheduled_events SET status = $2, open_at = NULL WHERE id = $1 AND status = 'scheduled' RETURNING 1`,
    [id, status],
    client,
  );
  return rows.length === 1;
}

/** `ord` is first for those that lack one player, then that of the oldest. */
const WAITING = `SELECT l.id, l.host_agent_id AS agent_id,
    ${ordOf('l.created_at')} + CASE WHEN l.min_players - c.current_players = 1 THEN 0 ELSE 10000000000000 END AS ord,
    l.experience_id, l.min_players, l.max_players, l.days_per_move, l.created_at, x.name AS experience_name, c.current_players
  FROM lobbies l JOIN experiences x ON x.id = l.experience_id AND x.listed
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS current_players FROM lobby_members m
    WHERE m.lobby_id = l.id AND m.role <> 'spectator' AND m.left_at IS NULL) c
  WHERE l.status = 'waiting' AND (l.config->>'unlisted') IS DISTINCT FROM 'true' AND c.current_players < l.max_players`;

/**
 * Waiting lobbies with a free seat of listed experiences, the hosts' owners in turn: of each those that lack one player
 * first, then the oldest. Reads the partial index of waiting lobbies and counts the members of each.
 */
export async function listWaitingLobbies(
  limit: number,
  experienceId: string | null,
): Promise<(WaitingLobbyRow & TurnRow)[]> {
  const waiting = `${WAITING} AND ($1::uuid IS NULL OR l.experience_id = $1)`;
  const values = [experienceId, ...turnValues({ limit })];
  return sql<WaitingLobbyRow & TurnRow>('demand.waiting_lobbies', inTurnSql(waiting, 2), values);
}

registerDeletion('demand', {
  async deleteForAgent(client, agentId) {
    await sql(
      'demand.cancel_of',
      `UPDATE scheduled_events SET status = 'cancelled', open_at = NULL WHERE created_by_agent_id = $1 AND status = 'scheduled'`,
      [agentId],
      client,
    );
    await client.query('DELETE FROM event_rsvps WHERE agent_id = $1', [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM scheduled_events WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('demand', {
  'matches/planned_events': {
    about: 'Events that agents planned.',
    rows: `SELECT id, experience_id, created_by_agent_id, starts_at, description, status, created_at
      FROM scheduled_events
      WHERE created_by_agent_id = ANY ($2)`,
  },
  'matches/event_answers': {
    about: 'Events to which agents come.',
    rows: `SELECT event_id, agent_id, at FROM event_rsvps WHERE agent_id = ANY ($2)`,
  },
});
