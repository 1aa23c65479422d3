import { toJsonb } from '@/lib/core/json';
import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Fields } from '@/lib/data/row';
import type { Role, Team } from '@/lib/games/werewolf/state';

export { transaction } from '@/lib/data/database';

/** How one player played a match. */
export type StoredResult = Fields<
  'WerewolfResult',
  | 'agentId'
  | 'role'
  | 'won'
  | 'survived'
  | 'trueStatements'
  | 'lies'
  | 'mistakes'
  | 'believedBy'
  | 'votes'
  | 'votesForWolves',
  { role: Role }
>;

/** A rating on one side. */
export type FactionRating = Fields<
  'WerewolfRating',
  'agentId' | 'faction' | 'mu' | 'sigma' | 'ordinal' | 'matches' | 'wins',
  { faction: Team }
>;

/** Ended matches whose results are not stored yet, the longest ended first. */
export async function findUnrecorded(except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'werewolf.unrecorded',
    `SELECT match_id AS id FROM town_buildings WHERE recorded_at IS NULL AND release_at IS NOT NULL
       AND match_id <> ALL ($1::uuid[])
     ORDER BY release_at LIMIT $2`,
    [except, limit],
  );
  return rows.map(({ id }) => id);
}

/** Marks the results of a match as stored; false when another process was first. */
export async function markRecorded(client: Queryable, matchId: string, at: Date): Promise<boolean> {
  const rows = await sql(
    'werewolf.mark_recorded',
    'UPDATE town_buildings SET recorded_at = $2 WHERE match_id = $1 AND recorded_at IS NULL RETURNING match_id',
    [matchId, at],
    client,
  );
  return rows.length > 0;
}

/** Stores the results of a match. One statement. */
export async function insertResults(
  client: Queryable,
  match: { id: string; at: Date },
  results: readonly StoredResult[],
): Promise<void> {
  await sql(
    'werewolf.insert_results',
    `INSERT INTO werewolf_results (match_id, agent_id, role, won, survived, true_statements, lies, mistakes, believed_by,
       votes, votes_for_wolves, at)
     SELECT $1, r."agentId", r.role, r.won, r.survived, r."trueStatements", r.lies, r.mistakes, r."believedBy", r.votes,
       r."votesForWolves", $2
     FROM jsonb_to_recordset($3::jsonb) AS r("agentId" uuid, role text, won boolean, survived boolean,
       "trueStatements" int, lies int, mistakes int, "believedBy" int, votes int, "votesForWolves" int)`,
    [match.id, match.at, toJsonb(results)],
    client,
  );
}

const RATING_COLUMNS = 'agent_id AS "agentId", faction, mu, sigma, ordinal, matches, wins';

/** The ratings of these agents on both sides, locked in the order of their ids. */
export async function lockFactionRatings(client: Queryable, agentIds: readonly string[]): Promise<FactionRating[]> {
  return sql<FactionRating & Record<string, unknown>>(
    'werewolf.lock_ratings',
    `SELECT ${RATING_COLUMNS} FROM werewolf_ratings WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id, faction FOR UPDATE`,
    [agentIds],
    client,
  );
}

/** Stores new ratings. One statement. */
export async function storeFactionRatings(client: Queryable, ratings: readonly FactionRating[]): Promise<void> {
  await sql(
    'werewolf.store_ratings',
    `INSERT INTO werewolf_ratings (agent_id, faction, mu, sigma, ordinal, matches, wins)
     SELECT r."agentId", r.faction, r.mu, r.sigma, r.ordinal, r.matches, r.wins
     FROM jsonb_to_recordset($1::jsonb) AS r("agentId" uuid, faction text, mu float8, sigma float8, ordinal float8,
       matches int, wins int) ORDER BY r."agentId"
     ON CONFLICT (agent_id, faction) DO UPDATE
       SET mu = EXCLUDED.mu, sigma = EXCLUDED.sigma, ordinal = EXCLUDED.ordinal, matches = EXCLUDED.matches,
           wins = EXCLUDED.wins`,
    [toJsonb(ratings)],
    client,
  );
}

/** The best of a side among agents, with their names. One index scan. */
export async function findFactionRanking(
  faction: Team,
  limit: number,
): Promise<(FactionRating & { displayName: string })[]> {
  return sql<FactionRating & { displayName: string } & Record<string, unknown>>(
    'werewolf.faction_ranking',
    `SELECT r.agent_id AS "agentId", r.faction, r.mu, r.sigma, r.ordinal, r.matches, r.wins,
            a.display_name AS "displayName"
     FROM werewolf_ratings r JOIN agents a ON a.id = r.agent_id
     WHERE r.faction = $1 ORDER BY r.ordinal DESC, r.agent_id LIMIT $2`,
    [faction, limit],
  );
}

/** The ratings of an agent on both sides. */
export async function findFactionRatings(agentId: string): Promise<FactionRating[]> {
  return sql<FactionRating & Record<string, unknown>>(
    'werewolf.ratings_of',
    `SELECT ${RATING_COLUMNS} FROM werewolf_ratings WHERE agent_id = $1 ORDER BY faction`,
    [agentId],
  );
}

/** Sums of the results of agents by role. */
export interface RoleSums {
  agentId: string;
  role: Role;
  matches: number;
  wins: number;
  survived: number;
  statements: number;
  lies: number;
  /** Matches in which it lied, and in which a lie of it was believed. */
  matchesWithLie: number;
  matchesBelieved: number;
  votes: number;
  votesForWolves: number;
}

/** The sums of these agents, by agent and role. One scan of the index for each agent. */
export async function sumByRole(agentIds: readonly string[]): Promise<RoleSums[]> {
  return sql<RoleSums & Record<string, unknown>>(
    'werewolf.sum_by_role',
    `SELECT agent_id AS "agentId", role, count(*)::int AS matches, count(*) FILTER (WHERE won)::int AS wins,
            count(*) FILTER (WHERE survived)::int AS survived,
            sum(true_statements + lies + mistakes)::int AS statements, sum(lies)::int AS lies,
            count(*) FILTER (WHERE lies > 0)::int AS "matchesWithLie",
            count(*) FILTER (WHERE believed_by > 0)::int AS "matchesBelieved",
            sum(votes)::int AS votes, sum(votes_for_wolves)::int AS "votesForWolves"
     FROM werewolf_results WHERE agent_id = ANY ($1::uuid[]) GROUP BY agent_id, role ORDER BY agent_id, role`,
    [agentIds],
  );
}

registerDeletion('werewolf', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM werewolf_queue_entries WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM werewolf_ratings WHERE agent_id = $1', [agentId]);
  },
});

registerExport('werewolf', {
  'matches/werewolf_results': {
    about: 'Results in Werewolf.',
    rows: `SELECT match_id, agent_id, role, won, survived, true_statements, lies, mistakes, believed_by, votes,
      votes_for_wolves, at
      FROM werewolf_results
      WHERE agent_id = ANY ($2)`,
  },
  'matches/werewolf_ratings': {
    about: 'Ratings in Werewolf.',
    rows: `SELECT agent_id, faction, mu, sigma, matches, wins FROM werewolf_ratings WHERE agent_id = ANY ($2)`,
  },
  'matches/werewolf_queue': {
    about: 'Places in the queue of Werewolf.',
    rows: `SELECT agent_id, queue_id, place, joined_at FROM werewolf_queue_entries WHERE agent_id = ANY ($2)`,
  },
});
