import { ulidAt } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import { COLUMNS, type StoredMatch, toMatch } from './matches.repo';
import type { MatchRow } from './matches.schema';

/** Running matches that are ranked, the newest: a page that lists them costs as much with 50,000 open ones as with these. */
const MAX_LIVE_CANDIDATES = 1_000;

/**
 * The first running matches: candidates for `orderLive`, classed by the same rule, so that a long list is cut where the rule
 * would cut it, among the newest thousand. `movedByClock`: the clock made the last move. A match in which no move was made
 * since it started before `waitsBefore` is left out, and a solo game in which the clock made the last move.
 */
export async function findLive(args: {
  limit: number;
  stakes: readonly string[];
  correspondenceMs: number;
  waitsBefore: Date;
}): Promise<{ match: MatchRow; movedByClock: boolean }[]> {
  const rows = await sql<StoredMatch & { moved_by_clock: boolean }>(
    'matches.live',
    `WITH live AS MATERIALIZED (
       SELECT m.id, c.by_clock, row_number() OVER (ORDER BY w.waits, array_position($2::text[], w.stakes), p.ply DESC, m.id DESC) AS place
         FROM (SELECT * FROM matches WHERE status = 'active' ORDER BY started_at DESC LIMIT ${MAX_LIVE_CANDIDATES}) m
         JOIN match_positions p ON p.match_id = m.id
        CROSS JOIN LATERAL (SELECT (SELECT i.seat IS NULL FROM match_inputs i WHERE i.match_id = m.id
                                     ORDER BY i.n DESC LIMIT 1) IS TRUE AS by_clock) c
        CROSS JOIN LATERAL (
          SELECT m.kind NOT IN ('town', 'exhibition') AND (c.by_clock
                   OR COALESCE(p.head->'lastIds'->>'public', '') COLLATE "C" < $4 COLLATE "C"
                   OR COALESCE(extract(epoch FROM p.deadline_at - p.clock_started_at) * 1000 >= $3, false)) AS waits,
                 CASE WHEN NOT p.has_players THEN CASE m.kind WHEN 'league' THEN 'bot_league' ELSE 'bots' END WHEN m.rated OR m.kind = 'league' THEN 'rated'
                      WHEN m.kind = 'solo' THEN 'solo' ELSE 'friendly' END AS stakes) w
        WHERE (p.ply > 0 OR m.started_at >= $5) AND NOT (m.kind = 'solo' AND c.by_clock)
        ORDER BY place LIMIT $1)
     SELECT ${COLUMNS}, live.by_clock AS moved_by_clock
       FROM live JOIN matches m ON m.id = live.id JOIN match_positions p ON p.match_id = m.id
      ORDER BY live.place`,
    [args.limit, args.stakes, args.correspondenceMs, ulidAt(args.waitsBefore.getTime()), args.waitsBefore],
  );
  return rows.map((row) => ({ match: toMatch(row), movedByClock: row.moved_by_clock }));
}

/** Matches of an experience or an agent, the newest by their start, among which those that ended last are found. */
const MAX_RECENT_CANDIDATES = 200;

/** Finished matches, the one that ended last first. One query. */
export async function findRecent(limit: number): Promise<MatchRow[]> {
  const rows = await sql<StoredMatch>(
    'matches.recent',
    `SELECT ${COLUMNS} FROM matches m JOIN match_positions p ON p.match_id = m.id
      WHERE m.status = 'completed' ORDER BY m.ended_at DESC LIMIT $1`,
    [limit],
  );
  return rows.map(toMatch);
}

/**
 * The same of one experience, among the last 200 that it began: as much work with a million matches as with a thousand. One query.
 */
export async function findRecentOfExperience(experienceId: string, limit: number): Promise<MatchRow[]> {
  const rows = await sql<StoredMatch>(
    'matches.recent_of_experience',
    `SELECT ${COLUMNS} FROM (
       SELECT c.id FROM (SELECT id, ended_at FROM matches WHERE experience_id = $1 AND status = 'completed'
                          ORDER BY started_at DESC LIMIT ${MAX_RECENT_CANDIDATES}) c
        ORDER BY c.ended_at DESC LIMIT $2) r
       JOIN matches m ON m.id = r.id JOIN match_positions p ON p.match_id = m.id
      ORDER BY m.ended_at DESC`,
    [experienceId, limit],
  );
  return rows.map(toMatch);
}

/** The same of one agent. */
export async function findRecentOfAgent(agentId: string, limit: number): Promise<MatchRow[]> {
  const rows = await sql<StoredMatch>(
    'matches.recent_of_agent',
    `SELECT ${COLUMNS} FROM (
       SELECT c.id FROM (SELECT match_id FROM match_seats WHERE agent_id = $1
                          ORDER BY match_id DESC LIMIT ${MAX_RECENT_CANDIDATES}) s
         JOIN matches c ON c.id = s.match_id AND c.status = 'completed'
        ORDER BY c.ended_at DESC LIMIT $2) r
       JOIN matches m ON m.id = r.id JOIN match_positions p ON p.match_id = m.id
      ORDER BY m.ended_at DESC`,
    [agentId, limit],
  );
  return rows.map(toMatch);
}

/** Finished matches among which the last exhibitions are looked for. */
const MAX_EXHIBITION_CANDIDATES = 1_000;

/** The running exhibition of each game, or else the last one if it is among the 1,000 matches that ended last. One query. */
export async function findExhibitions(): Promise<{ gameId: string; active: boolean; endedAt: Date | null }[]> {
  return sql<{ gameId: string; active: boolean; endedAt: Date | null }>(
    'matches.exhibitions',
    `SELECT DISTINCT ON (game_id) game_id AS "gameId", active, ended_at AS "endedAt"
       FROM (SELECT game_id, true AS active, NULL::timestamptz AS ended_at
               FROM matches WHERE kind = 'exhibition' AND status = 'active'
             UNION ALL
             SELECT game_id, false, ended_at
               FROM (SELECT game_id, kind, ended_at FROM matches WHERE status = 'completed'
                      ORDER BY ended_at DESC LIMIT ${MAX_EXHIBITION_CANDIDATES}) newest
              WHERE kind = 'exhibition') exhibitions
      ORDER BY game_id, active DESC, ended_at DESC`,
    [],
  );
}
