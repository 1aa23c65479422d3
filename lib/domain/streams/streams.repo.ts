import { sql } from '@/lib/data/database';

/** Whether a lobby exists. */
export async function lobbyExists(id: string): Promise<boolean> {
  return (await sql('streams.lobby', 'SELECT 1 FROM lobbies WHERE id = $1', [id])).length > 0;
}

/** What a session of the agent is bound to; null when it is not the agent's. */
export async function findOwnSession(
  id: string,
  agentId: string,
): Promise<{ matchId: string | null; lobbyId: string | null } | null> {
  const rows = await sql<{ matchId: string | null; lobbyId: string | null }>(
    'streams.own_session',
    'SELECT match_id AS "matchId", lobby_id AS "lobbyId" FROM sessions WHERE id = $1 AND agent_id = $2',
    [id, agentId],
  );
  return rows[0] ?? null;
}

/** The agent's session in the running match of a remote experience, or null; `lobbyId` limits it to that one. */
export async function findRemoteTurn(
  agentId: string,
  lobbyId: string | null,
): Promise<{ sessionId: string; yourTurn: boolean | null } | null> {
  const rows = await sql<{ sessionId: string; yourTurn: boolean | null }>(
    'streams.remote_turn',
    `SELECT s.id AS "sessionId", s.your_turn AS "yourTurn" FROM sessions s JOIN lobbies l ON l.id = s.lobby_id
     WHERE s.agent_id = $1 AND s.status = 'active' AND s.match_id IS NULL AND l.status = 'active'
       AND ($2::uuid IS NULL OR l.id = $2)`,
    [agentId, lobbyId],
  );
  return rows[0] ?? null;
}

/** The match that the agent's active session in its engagement plays in, or null. */
export async function findPlayedMatch(agentId: string): Promise<string | null> {
  const rows = await sql<{ matchId: string }>(
    'streams.played_match',
    `SELECT match_id AS "matchId" FROM sessions WHERE agent_id = $1 AND status = 'active' AND match_id IS NOT NULL
       AND NOT is_correspondence`,
    [agentId],
  );
  return rows[0]?.matchId ?? null;
}

/** The running correspondence games of an agent. */
export async function findCorrespondenceMatches(agentId: string): Promise<string[]> {
  const rows = await sql<{ matchId: string }>(
    'streams.correspondence_matches',
    `SELECT match_id AS "matchId" FROM sessions WHERE agent_id = $1 AND status = 'active' AND match_id IS NOT NULL
       AND is_correspondence`,
    [agentId],
  );
  return rows.map(({ matchId }) => matchId);
}
