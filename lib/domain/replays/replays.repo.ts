import type { JsonObject } from '@/lib/core/json';
import { type Archived, findArchived } from '@/lib/data/months/archived';
import { sqlOnReplica } from '@/lib/data/replica';
import type { Fields, Row } from '@/lib/data/row';
import type { SessionStatus } from '@/lib/domain/seating';

export { type Archived, archivedError } from '@/lib/data/months/archived';

export type ReplayedSession = Row<
  'Session',
  'id' | 'experience_id' | 'status' | 'outcomes' | 'created_at' | 'ended_at',
  { status: SessionStatus; outcomes: JsonObject | null }
>;

/** `filled_args`: names of the arguments that the platform filled in. */
export type ReplayedStep = Row<
  'SessionStep',
  'step_number' | 'action' | 'response' | 'filled_args' | 'created_at',
  { filled_args: string[] | null }
>;

/** A session of the agent, or null. */
export async function findOwnSession(id: string, agentId: string): Promise<ReplayedSession | null> {
  const rows = await sqlOnReplica<ReplayedSession>(
    'replays.session',
    'SELECT id, experience_id, status, outcomes, created_at, ended_at FROM sessions WHERE id = $1 AND agent_id = $2',
    [id, agentId],
  );
  return rows[0] ?? null;
}

/** The next steps of a session in order, at most `limit`; an opening without an action is not a step. */
export async function findSteps(sessionId: string, after: number, limit: number): Promise<ReplayedStep[]> {
  return sqlOnReplica<ReplayedStep>(
    'replays.steps',
    `SELECT step_number, action, response, filled_args, created_at FROM session_steps
     WHERE session_id = $1 AND step_number > $2 AND (step_number > 0 OR action IS NOT NULL)
     ORDER BY step_number LIMIT $3`,
    [sessionId, after, limit],
  );
}

/** An input of a match: `n` from 1; `seat` is null when a deadline expired. */
export type RecordedInput = Fields<'MatchInput', 'n' | 'seat' | 'move' | 'spentMs' | 'at'>;

/** The next inputs of a match in order, at most `limit`: with the seed they reproduce the match. */
export async function findInputs(matchId: string, after: number, limit: number): Promise<RecordedInput[]> {
  return sqlOnReplica<RecordedInput>(
    'replays.inputs',
    `SELECT n, seat, move, spent_ms AS "spentMs", at FROM match_inputs WHERE match_id = $1 AND n > $2 ORDER BY n LIMIT $3`,
    [matchId, after, limit],
  );
}

/** When the inputs of a match, or the steps of a session, left to the archive; null when they did not. Ask where none is found. */
export const findArchivedInputs = (matchId: string): Promise<Archived | null> => findArchived('match_inputs', matchId);
export const findArchivedSteps = (sessionId: string): Promise<Archived | null> =>
  findArchived('session_steps', sessionId);
