import { type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import { inTurnSql, ordOf, type PageRequest, turnValues } from '@/lib/domain/quotas';
import type { LobbyStatus } from '@/lib/domain/seating';

export { type Client, transaction } from '@/lib/data/database';

type LobbyLine = Row<'Lobby', 'id' | 'status' | 'max_players' | 'created_at', { status: LobbyStatus }> & {
  turn: number;
  ord: number;
  host_experience_agent_id: string;
  current_players: number;
};

/** The hosts of the waiting lobbies. */
export const WAITING_BY_HOST = `SELECT host_agent_id AS agent_id FROM lobbies WHERE status = 'waiting'`;

const LIST = `SELECT l.id, l.host_agent_id AS agent_id, ${ordOf('l.created_at')} AS ord, l.status, l.max_players, l.created_at,
    c.current_players, h.experience_agent_id AS host_experience_agent_id
  FROM lobbies l
  JOIN lobby_members h ON h.lobby_id = l.id AND h.agent_id = l.host_agent_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS current_players FROM lobby_members m
    WHERE m.lobby_id = l.id AND m.role <> 'spectator' AND (m.left_at IS NULL OR m.left_at >= l.ended_at)) c
  WHERE l.experience_id = $1 AND l.status = $2 AND (l.config->>'unlisted') IS DISTINCT FROM 'true'
    AND (NOT $3 OR c.current_players < l.max_players)`;

/**
 * Lobbies of an experience in one status, the owners of the hosts in turn and the oldest of each first; only those with a
 * free seat when asked. One more than the page. One query.
 */
export async function listByStatus(args: {
  experienceId: string;
  status: LobbyStatus;
  withFreeSeat: boolean;
  page: PageRequest;
}): Promise<LobbyLine[]> {
  const { experienceId, status, withFreeSeat, page } = args;
  const values = [experienceId, status, withFreeSeat, ...turnValues(page)];
  return sql<LobbyLine>('lobbies.list', inTurnSql(LIST, 4), values);
}

/** How many rated matches an agent has cancelled as the host after the first move. Reads a partial index. */
export async function countRatedAborts(agentId: string): Promise<number> {
  const rows = await sql<{ n: number }>(
    'lobbies.rated_aborts',
    `SELECT count(*)::int AS n FROM lobbies l JOIN matches m ON m.id = l.id JOIN match_positions p ON p.match_id = m.id
     WHERE l.host_agent_id = $1 AND l.status = 'cancelled' AND l.started_at IS NOT NULL AND m.end_reason = 'aborted' AND m.rated AND p.ply > 0`,
    [agentId],
  );
  return rows[0]?.n ?? 0;
}

/** Waiting lobbies whose empty seats house bots should take now. One index scan. */
export async function findToFill(now: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'lobbies.to_fill',
    `SELECT id FROM lobbies WHERE status = 'waiting' AND fill_at <= $1 ORDER BY fill_at LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => row.id);
}

/**
 * When a lobby last changed: it was opened, a member joined or left, or house bots were due to take its empty seats. For
 * the bots the time of the config counts, not `fill_at`, which every failure to fill postpones.
 */
const LAST_CHANGE = `GREATEST(
  l.created_at + make_interval(secs => CASE WHEN l.fill_at IS NULL THEN 0 ELSE (l.config->>'fill_with_bots_after_s')::int END),
  (SELECT max(GREATEST(m.joined_at, m.left_at)) FROM lobby_members m WHERE m.lobby_id = l.id))`;

/** Before when the last change must be: players of a correspondence game have two weeks more to come. */
const idleBefore = (parameter: string) =>
  `(${parameter}::timestamptz - CASE WHEN l.days_per_move IS NULL THEN interval '0' ELSE interval '14 days' END)`;

/** Waiting lobbies without a change since `before`, oldest first. Reads the partial index of waiting lobbies. */
export async function findIdleWaiting(before: Date, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'lobbies.idle_waiting',
    `SELECT l.id FROM lobbies l WHERE l.status = 'waiting' AND ${LAST_CHANGE} < ${idleBefore('$1')} AND l.id <> ALL ($2::uuid[])
     ORDER BY l.created_at LIMIT $3`,
    [before, except, limit],
  );
  return rows.map((row) => row.id);
}

/** Whether a lobby is waiting without a change since `before`. The caller must have locked its row. */
export async function isIdleWaiting(client: Queryable, id: string, before: Date): Promise<boolean> {
  const rows = await sql(
    'lobbies.is_idle_waiting',
    `SELECT 1 FROM lobbies l WHERE l.id = $1 AND l.status = 'waiting' AND ${LAST_CHANGE} < ${idleBefore('$2')}`,
    [id, before],
    client,
  );
  return rows.length === 1;
}

/** House bots with a seat in the match of a lobby. */
export async function findBots(matchId: string): Promise<{ seat: number; startedAt: Date }[]> {
  return sql<{ seat: number; startedAt: Date }>(
    'lobbies.bots',
    `SELECT s.seat, m.started_at AS "startedAt" FROM match_seats s JOIN matches m ON m.id = s.match_id
     WHERE s.match_id = $1 AND s.kind = 'bot' ORDER BY s.seat`,
    [matchId],
  );
}
