import { type Client, pool, type Queryable, sql } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import type { PlayerRow } from './leagues.schema';

const PLAYER = `number, player_id AS "playerId", kind, display_name AS "displayName", version, endpoint,
  agent_id AS "agentId", strength, registered_at AS "registeredAt", withdrawn_at AS "withdrawnAt"`;

/** The players of a league in the order of registration. */
export async function findPlayers(leagueUid: string, on: Queryable = pool()): Promise<PlayerRow[]> {
  return sql<PlayerRow>(
    'leagues.players',
    `SELECT ${PLAYER} FROM league_players WHERE league_uid = $1 ORDER BY number`,
    [leagueUid],
    on,
  );
}

/** The players of leagues, with the internal id of their league. */
export async function findPlayersOf(leagueUids: readonly string[]): Promise<(PlayerRow & { leagueUid: string })[]> {
  return sql<PlayerRow & { leagueUid: string }>(
    'leagues.players_of',
    `SELECT ${PLAYER}, league_uid AS "leagueUid" FROM league_players WHERE league_uid = ANY ($1::uuid[])`,
    [leagueUids],
  );
}

/** Adds players to a locked league. */
export async function insertPlayers(
  client: Queryable,
  leagueUid: string,
  players: readonly PlayerRow[],
): Promise<void> {
  const rows = rowsOf<PlayerRow>('p', {
    number: ['int', ({ number }) => number],
    player_id: ['text', ({ playerId }) => playerId],
    kind: ['text', ({ kind }) => kind],
    display_name: ['text', ({ displayName }) => displayName],
    version: ['text', ({ version }) => version],
    endpoint: ['text', ({ endpoint }) => endpoint],
    agent_id: ['uuid', ({ agentId }) => agentId],
    strength: ['text', ({ strength }) => strength],
    registered_at: ['timestamptz', ({ registeredAt }) => registeredAt],
  });
  await sql(
    'leagues.insert_players',
    `INSERT INTO league_players
       (league_uid, number, player_id, kind, display_name, version, endpoint, agent_id, strength, registered_at)
     SELECT $1, p.* FROM ${rows.from(2)}`,
    [leagueUid, ...rows.values(players)],
    client,
  );
}

/** Removes the registration of a player of a locked league that has not started, with the matches that it was scheduled for. */
export async function removePlayer(client: Client, leagueUid: string, playerId: string): Promise<void> {
  const values = [leagueUid, playerId];
  await sql(
    'leagues.remove_player',
    'DELETE FROM league_players WHERE league_uid = $1 AND player_id = $2',
    values,
    client,
  );
  await sql(
    'leagues.remove_fixtures',
    'DELETE FROM league_fixtures WHERE league_uid = $1 AND $2 IN (first, second)',
    values,
    client,
  );
}

/** Stores that a player of a locked league has withdrawn. */
export async function markWithdrawn(client: Client, leagueUid: string, playerId: string, at: Date): Promise<void> {
  await sql(
    'leagues.withdraw',
    'UPDATE league_players SET withdrawn_at = COALESCE(withdrawn_at, $3) WHERE league_uid = $1 AND player_id = $2',
    [leagueUid, playerId, at],
    client,
  );
}

/** Whether an agent other than this one has registered the endpoint in any league. One index scan. */
export async function isEndpointOfOther(endpoint: string, agentId: string, on: Queryable): Promise<boolean> {
  const rows = await sql(
    'leagues.endpoint_owner',
    'SELECT 1 FROM league_players WHERE endpoint = $1 AND agent_id <> $2 LIMIT 1',
    [endpoint, agentId],
    on,
  );
  return rows.length > 0;
}
