import { sql } from '@/lib/data/database';
import { resultOfChangeSql } from '@/lib/domain/ratings';

/** What a list of fair play looks at. */
export interface Period {
  since: Date;
  limit: number;
}

/** Rated results between two players that count. Werewolf and other games of more players are left out: no one chooses whom they meet there. */
const RECENT = `recent AS (
       SELECT * FROM (
         SELECT c.match_id, c.agent_id, c.experience_id, c.elo_after - c.elo_before AS gain,
                ${resultOfChangeSql} AS result,
                count(*) OVER (PARTITION BY c.match_id) AS players
         FROM rating_changes c WHERE c.at >= $1 AND c.taken_back_by IS NULL) counted
       WHERE players = 2)`;

/** Two players of whom one nearly always wins. */
export interface PairRow {
  [column: string]: unknown;
  winner_id: string;
  winner_name: string;
  loser_id: string;
  loser_name: string;
  experience_name: string;
  matches: number;
  wins: number;
  points: number;
  /** What the loser did against all others in the same game. */
  other_matches: number;
  other_losses: number;
  /** Both signed themselves up from the same block of addresses. */
  is_same_address: boolean;
}

/** Pairs with at least `minMatches` of which one player won the share `minShare`, most points first. */
export async function findOneSidedPairs(of: Period & { minMatches: number; minShare: number }): Promise<PairRow[]> {
  return sql<PairRow>(
    'administration.one_sided_pairs',
    `WITH ${RECENT},
     pairs AS (
       SELECT w.agent_id AS winner_id, l.agent_id AS loser_id, w.experience_id, count(*)::int AS matches,
              (count(*) FILTER (WHERE w.result = 'win'))::int AS wins, sum(w.gain)::int AS points
       FROM recent w JOIN recent l ON l.match_id = w.match_id AND l.agent_id <> w.agent_id
       GROUP BY 1, 2, 3
       HAVING count(*) >= $3 AND count(*) FILTER (WHERE w.result = 'win') >= $4::float8 * count(*)
       ORDER BY sum(w.gain) DESC, 1, 2 LIMIT $2),
     totals AS (
       SELECT agent_id, experience_id, count(*)::int AS matches, (count(*) FILTER (WHERE result = 'loss'))::int AS losses
       FROM recent GROUP BY 1, 2)
     SELECT p.winner_id, winner.display_name AS winner_name, p.loser_id, loser.display_name AS loser_name,
            x.name AS experience_name, p.matches, p.wins, p.points,
            t.matches - p.matches AS other_matches, t.losses - p.wins AS other_losses,
            coalesce(winner.registered_from = loser.registered_from, false) AS is_same_address
     FROM pairs p JOIN agents winner ON winner.id = p.winner_id JOIN agents loser ON loser.id = p.loser_id
     JOIN experiences x ON x.id = p.experience_id
     JOIN totals t ON t.agent_id = p.loser_id AND t.experience_id = p.experience_id
     ORDER BY p.points DESC, p.winner_id, p.loser_id`,
    [of.since, of.limit, of.minMatches, of.minShare],
  );
}

/** A player who won most of its points from the players of one owner. */
export interface SourceRow {
  [column: string]: unknown;
  agent_id: string;
  name: string;
  experience_name: string;
  /** Null for an agent without an owner. */
  opponent_owner_name: string | null;
  opponents: number;
  matches: number;
  points: number;
  /** Of all points that the player won, 0 to 1. */
  share: number;
}

/** Players with at least `minMatches` against one owner's players and the share `minShare` of the points won from them. */
export async function findOneSources(of: Period & { minMatches: number; minShare: number }): Promise<SourceRow[]> {
  return sql<SourceRow>(
    'administration.one_sources',
    `WITH ${RECENT},
     sources AS (
       SELECT mine.agent_id, mine.experience_id, coalesce(other.owner_id, other.id) AS source,
              count(DISTINCT other.id)::int AS opponents, count(*)::int AS matches,
              coalesce(sum(mine.gain) FILTER (WHERE mine.gain > 0), 0)::int AS points
       FROM recent mine JOIN recent theirs ON theirs.match_id = mine.match_id AND theirs.agent_id <> mine.agent_id
       JOIN agents other ON other.id = theirs.agent_id
       GROUP BY 1, 2, 3),
     shares AS (
       SELECT *, points::float8 / nullif(sum(points) OVER (PARTITION BY agent_id, experience_id), 0) AS share FROM sources)
     SELECT s.agent_id, a.display_name AS name, x.name AS experience_name, o.display_name AS opponent_owner_name,
            s.opponents, s.matches, s.points, s.share
     FROM shares s JOIN agents a ON a.id = s.agent_id JOIN experiences x ON x.id = s.experience_id
     LEFT JOIN owners o ON o.id = s.source
     WHERE s.matches >= $3 AND s.share >= $4::float8 AND s.points > 0
     ORDER BY s.points DESC, s.agent_id LIMIT $2`,
    [of.since, of.limit, of.minMatches, of.minShare],
  );
}

/** A player who gave up rated matches soon after they began. */
export interface GiverRow {
  [column: string]: unknown;
  agent_id: string;
  name: string;
  matches: number;
  /** All of its rated matches. */
  of_matches: number;
  last_match_id: string;
}

/** Players who lost at least `minMatches` by giving up within `withinS` seconds of their beginning, most first. */
export async function findGivers(of: Period & { minMatches: number; withinS: number }): Promise<GiverRow[]> {
  return sql<GiverRow>(
    'administration.givers',
    `WITH ${RECENT},
     given AS (
       SELECT r.agent_id, count(*)::int AS matches, max(m.id::text) AS last_match_id
       FROM recent r JOIN matches m ON m.id = r.match_id
       WHERE r.result = 'loss' AND m.end_reason = 'resigned' AND m.ended_at < m.started_at + make_interval(secs => $4::int)
       GROUP BY r.agent_id HAVING count(*) >= $3
       ORDER BY count(*) DESC, r.agent_id LIMIT $2),
     totals AS (SELECT agent_id, count(*)::int AS matches FROM recent GROUP BY 1)
     SELECT g.agent_id, a.display_name AS name, g.matches, g.last_match_id, t.matches AS of_matches
     FROM given g JOIN agents a ON a.id = g.agent_id JOIN totals t ON t.agent_id = g.agent_id
     ORDER BY g.matches DESC, g.agent_id`,
    [of.since, of.limit, of.minMatches, of.withinS],
  );
}
