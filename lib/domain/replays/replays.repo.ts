import type { JsonObject } from '@/lib/core/json';
import { matchStream } from '@/lib/core/stream';
import { wasArchived } from '@/lib/data/months/archived';
import { sqlOnReplica } from '@/lib/data/replica';
import type { Fields, Row } from '@/lib/data/row';
import type { SessionStatus } from '@/lib/domain/seating';

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

/** Whether the inputs of a match, or the steps of a session, have left to the archive. Ask where none is found. */
export const inputsAreArchived = (matchId: string): Promise<boolean> => wasArchived('match_inputs', matchId);
export const stepsAreArchived = (sessionId: string): Promise<boolean> => wasArchived('session_steps', sessionId);
/** The same for the events of a match. */
export const eventsAreArchived = (matchId: string): Promise<boolean> => wasArchived('events', matchStream(matchId));
