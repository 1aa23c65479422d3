/**
 * Parts of the statements with which the match runtime begins, commits and ends a match. The statement stays one round
 * trip, and the rows of sessions, session steps and engagements still have one writer.
 *
 * The parts of a commit work on a relation with the alias `x`, one row a match, with the columns session_id, agent_id,
 * steps (1 when the session records a step), action, response and idempotency_key; `closes`, `outcomes`, `end_reason`
 * and `replies_to` where the part names them.
 */

/** Counts the steps in their sessions. Returns `id` and `step_count` of the sessions that are active. */
export function countStepsSql(of: {
  /** Name of the relation. */
  from: string;
  /** Parameters: an array of the session ids, and the text 'active'. */
  sessionIds: string;
  active: string;
  /** Whether rows with `x.closes` also complete their session. */
  closes: boolean;
}): string {
  const completion = `, status = CASE WHEN x.closes THEN 'completed' ELSE s.status END,
      outcomes = CASE WHEN x.closes THEN x.outcomes::jsonb ELSE s.outcomes END,
      end_reason = CASE WHEN x.closes THEN x.end_reason ELSE s.end_reason END,
      ended_at = CASE WHEN x.closes THEN now() ELSE s.ended_at END`;
  return `UPDATE sessions s SET step_count = s.step_count + x.steps, last_active_at = now()${of.closes ? completion : ''}
    FROM ${of.from} x
    WHERE s.id = ANY (${of.sessionIds}) AND s.id = x.session_id AND s.agent_id = x.agent_id AND s.status = ${of.active}
    RETURNING s.id, s.step_count`;
}

/** Stores the steps that `countStepsSql` has counted; the relation carries its `step_count`. */
export function insertStepsSql(from: string): string {
  return `INSERT INTO session_steps (session_id, step_number, action, response, idempotency_key, created_at)
    SELECT x.session_id, x.step_count, x.action, x.response, x.idempotency_key, now() FROM ${from} x WHERE x.steps > 0`;
}

/** Replaces the response of the stored step `x.replies_to`: a bot has moved after it. */
export function replaceResponsesSql(of: { from: string; sessionIds: string }): string {
  return `UPDATE session_steps t SET response = x.response FROM ${of.from} x
    WHERE t.session_id = ANY (${of.sessionIds}) AND t.session_id = x.session_id AND t.step_number = x.replies_to`;
}

/** Two parts of a WITH list that release the agents of rows with `x.closes` from their sessions. */
export function releaseAgentsSql(of: { from: string; agentIds: string }): string {
  const meant = `x.closes AND g.agent_id = ANY (${of.agentIds}) AND g.agent_id = x.agent_id AND g.session_id = x.session_id`;
  return `engagements_deleted AS (
      DELETE FROM engagements g USING ${of.from} x WHERE ${meant} AND g.lobby_id IS NULL AND g.queue_id IS NULL),
    engagements_released AS (
      UPDATE engagements g SET session_id = NULL FROM ${of.from} x WHERE ${meant} AND (g.lobby_id IS NOT NULL OR g.queue_id IS NOT NULL))`;
}

/**
 * Engages an agent that is free with an experience by a new session. Inserts no row, and returns none, when the agent is
 * engaged already or the experience does not exist. Arguments are parameters.
 */
export function engageFreeAgentSql(of: { agentId: string; experienceId: string; sessionId: string }): string {
  return `INSERT INTO engagements (agent_id, experience_id, session_id)
    SELECT ${of.agentId}, played.id, ${of.sessionId} FROM (SELECT id FROM experiences WHERE id = ${of.experienceId} FOR KEY SHARE) AS played
    ON CONFLICT (agent_id) DO NOTHING RETURNING agent_id`;
}

/** Inserts the session of a solo match, which has the match's id; `from` is a relation with the match's row. */
export function insertSoloSessionSql(of: {
  from: string;
  agentId: string;
  experienceAgentId: string;
  seat: string;
}): string {
  return `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, match_id, seat)
    SELECT id, ${of.agentId}, experience_id, ${of.experienceAgentId}, 'active', id, ${of.seat} FROM ${of.from}`;
}
