import type { JsonObject } from '@/lib/core/json';
import { sql } from '@/lib/data/database';
import type { Fields, Row } from '@/lib/data/row';
import { inTurnSql, ordOf, turnValues } from '@/lib/domain/quotas';

export { isUniqueViolation, transaction } from '@/lib/data/database';

/** The session of a player's seat in a running or finished match, and the number of seats. */
export async function findSeatSession(of: {
  matchId: string;
  agentId: string;
}): Promise<{ sessionId: string | null; seats: number } | null> {
  const rows = await sql<{ sessionId: string | null; seats: number }>(
    'play.session_of_seat',
    `SELECT s.session_id AS "sessionId", (SELECT count(*)::int FROM match_seats WHERE match_id = $1) AS seats
     FROM match_seats s WHERE s.match_id = $1 AND s.agent_id = $2`,
    [of.matchId, of.agentId],
  );
  return rows[0] ?? null;
}

/** A waiting lobby with its host. */
export type OpenLobbyRow = Row<
  'Lobby',
  'id' | 'experience_id' | 'max_players' | 'config' | 'fill_at' | 'created_at',
  { config: JsonObject }
> & { host_name: string; host_kind: 'agent' | 'human'; host_elo: number | null; players: number };

/** Waiting lobbies of these experiences with a free seat, the owners of their hosts in turn, the oldest of each first. One query. */
export async function findOpenLobbies(experienceIds: readonly string[], limit: number): Promise<OpenLobbyRow[]> {
  return sql<OpenLobbyRow>(
    'play.open_lobbies',
    inTurnSql(
      `SELECT l.id, l.host_agent_id AS agent_id, ${ordOf('l.created_at')} AS ord, l.experience_id, a.display_name AS host_name, a.kind AS host_kind, r.elo AS host_elo, c.players, l.max_players, l.config,
            l.fill_at, l.created_at
     FROM lobbies l
     JOIN agents a ON a.id = l.host_agent_id
     LEFT JOIN ratings r ON r.experience_id = l.experience_id AND r.agent_id = a.id AND r.pool = 'human'
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS players FROM lobby_members m
       WHERE m.lobby_id = l.id AND m.role <> 'spectator' AND m.left_at IS NULL) c
     WHERE l.experience_id = ANY ($1::uuid[]) AND l.status = 'waiting' AND (l.config->>'unlisted') IS DISTINCT FROM 'true'
       AND c.players < l.max_players`,
      2,
    ),
    [experienceIds, ...turnValues({ limit: limit - 1 })],
  );
}

/** What a player is engaged in. */
export type CurrentGameRow = Row<'Engagement', 'experience_id' | 'lobby_id'> &
  Row<'Experience', 'game_id'> &
  Row<'Session', 'match_id'> & { title: string };

/** The engagement of a player with its experience and match, or null. */
export async function findCurrentGame(agentId: string): Promise<CurrentGameRow | null> {
  const rows = await sql<CurrentGameRow>(
    'play.current_game',
    `SELECT g.experience_id, x.name AS title, x.game_id, s.match_id, g.lobby_id
     FROM engagements g JOIN experiences x ON x.id = g.experience_id LEFT JOIN sessions s ON s.id = g.session_id
     WHERE g.agent_id = $1`,
    [agentId],
  );
  return rows[0] ?? null;
}

/** A lobby as someone who may join it sees it; the game is null for a remote experience. */
export type JoinableLobby = { gameId: string | null; hostKind: 'agent' | 'human'; isUnlisted: boolean };

/** The game and the host of a lobby; null for an unknown one. */
export async function findJoinable(lobbyId: string): Promise<JoinableLobby | null> {
  const rows = await sql<JoinableLobby>(
    'play.joinable',
    `SELECT x.game_id AS "gameId", a.kind AS "hostKind", COALESCE(l.config->>'unlisted' = 'true', false) AS "isUnlisted"
     FROM lobbies l JOIN experiences x ON x.id = l.experience_id JOIN agents a ON a.id = l.host_agent_id WHERE l.id = $1`,
    [lobbyId],
  );
  return rows[0] ?? null;
}

/** The waiting lobby of the rematch of a match, or null. */
export async function findOpenRematch(matchId: string): Promise<string | null> {
  const rows = await sql<Row<'Lobby', 'id'>>(
    'play.open_rematch',
    `SELECT id FROM lobbies WHERE rematch_of = $1 AND status = 'waiting'`,
    [matchId],
  );
  return rows[0]?.id ?? null;
}

/** The config and the number of players of the lobby of a match. */
export async function findLobbySetup(matchId: string): Promise<{ config: JsonObject; maxPlayers: number } | null> {
  const rows = await sql<Fields<'Lobby', 'config' | 'maxPlayers', { config: JsonObject }>>(
    'play.lobby_setup',
    'SELECT config, max_players AS "maxPlayers" FROM lobbies WHERE id = $1',
    [matchId],
  );
  return rows[0] ?? null;
}
