import type { JsonObject } from '@/lib/core/json';
import { matchStream } from '@/lib/core/stream';
import { type Archived, findArchived } from '@/lib/data/months/archived';
import { sqlOnReplica } from '@/lib/data/replica';
import type { Fields, Row } from '@/lib/data/row';
import { restoreSteps, type SessionStatus } from '@/lib/domain/seating';
import { restoreTexts } from '@/lib/events';

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

/** The match of the session of a step. */
interface OfMatch {
  match_id: string | null;
}

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
  const steps = await sqlOnReplica<ReplayedStep & OfMatch>(
    'replays.steps',
    `SELECT t.step_number, t.action, t.response, t.filled_args, t.created_at, s.match_id
     FROM session_steps t JOIN sessions s ON s.id = t.session_id
     WHERE t.session_id = $1 AND t.step_number > $2 AND (t.step_number > 0 OR t.action IS NOT NULL)
     ORDER BY t.step_number LIMIT $3`,
    [sessionId, after, limit],
  );
  return restoreSteps({ sessionId, matchId: steps[0]?.match_id ?? null }, steps);
}

/** An input of a match: `n` from 1; `seat` is null when a deadline expired. */
export type RecordedInput = Fields<'MatchInput', 'n' | 'seat' | 'move' | 'spentMs' | 'at'>;

/** The next inputs of a match in order, at most `limit`: with the seed they reproduce the match. */
export async function findInputs(matchId: string, after: number, limit: number): Promise<RecordedInput[]> {
  const inputs = await sqlOnReplica<RecordedInput>(
    'replays.inputs',
    `SELECT n, seat, move, spent_ms AS "spentMs", at FROM match_inputs WHERE match_id = $1 AND n > $2 ORDER BY n LIMIT $3`,
    [matchId, after, limit],
  );
  const moves = await restoreTexts(
    matchStream(matchId),
    inputs.map(({ move }) => move),
  );
  return inputs.map((input, index) => ({ ...input, move: moves[index] }));
}

/** When the inputs of a match, or the steps of a session, left to the archive; null when they did not. Ask where none is found. */
export const findArchivedInputs = (matchId: string): Promise<Archived | null> => findArchived('match_inputs', matchId);
export const findArchivedSteps = (sessionId: string): Promise<Archived | null> =>
  findArchived('session_steps', sessionId);
