import { type Queryable, sql } from '@/lib/data/database';
import { jsonArray, recordset } from '@/lib/data/json-array';
import { EVENT_RECORDSET, eventParameters, type News, NOTIFY_SQL, notification } from '@/lib/events';
import type { InputRow, MatchRow, StepRecord } from './matches.schema';
import type { Transition } from './transition';

/** Where a match stands, in the words of the database. */
export const positionOf = (match: MatchRow) => ({
  state: match.state,
  rng_drawn: match.rngDrawn,
  ply: match.ply,
  inputs: match.inputs,
  head: match.head,
  clock_key: match.clockKey,
  clock_started_at: match.clockStartedAt,
  deadline_at: match.deadlineAt,
  bot_due_at: match.botDueAt,
});

const PLACE_COLUMNS = `rng_drawn int, ply int, inputs int, head json, clock_key text, clock_started_at timestamptz,
  deadline_at timestamptz, bot_due_at timestamptz`;

/** The columns of `positionOf` with their types. */
export const POSITION_COLUMNS = `state json, ${PLACE_COLUMNS}`;

/** What a commit may change of a match, in the words of the database. */
function changes(match: MatchRow): Record<string, unknown> {
  const { state: _, ...position } = positionOf(match);
  return {
    id: match.id,
    read_version: match.version - 1,
    status: match.status,
    ...position,
    outcome: match.outcome,
    end_reason: match.endReason,
    ended_at: match.endedAt,
  };
}

/** The changes, and the states of the games beside them. */
const CHANGES = recordset({
  alias: 'c',
  columns: `id uuid, read_version int, status text, ${PLACE_COLUMNS}, outcome jsonb, end_reason text, ended_at timestamptz`,
  records: '$1',
  whole: 'state',
  texts: '$9',
});

/** The rows of `match_inputs` as the JSON that the insert statements unpack. */
export const inputsAsJson = (inputs: readonly InputRow[]): string =>
  JSON.stringify(
    inputs.map((input) => ({
      match_id: input.matchId,
      n: input.n,
      seat: input.seat,
      move: input.move,
      spent_ms: input.spentMs,
      at: input.at,
    })),
  );

/** SQL that turns the JSON of `inputsAsJson` into rows. */
export const INPUT_RECORDSET = (parameter: string): string =>
  `json_to_recordset(${parameter}::json) AS i(match_id uuid, n int, seat int, move json, spent_ms int, at timestamptz)`;

/** How a solo session ends with its game. */
export interface Closing {
  sessionId: string;
  agentId: string;
  outcomes: Record<string, unknown> | null;
}

/** What a recorded step answers after the house has replied to it. */
export interface Reply {
  sessionId: string;
  agentId: string;
  stepNumber: number;
  response: unknown;
}

/** One match of a commit: the transition and, when a session made the move, what the session records. */
export interface Commit {
  transition: Transition;
  step?: StepRecord & { response: unknown };
  /** The house's own move: the answer of the step before it. */
  reply?: Reply;
  /** Settles the end of a solo game with it: nobody is rated, no lobby closes. */
  closing?: Closing;
}

/** A match that was stored; `stepCount` when a step was recorded with it; `settled` when its end left nothing to do. */
export interface Committed {
  id: string;
  stepCount: number | null;
  settled: boolean;
}

/** What the session is answered: with its move, or by the house after it. */
const answerOf = ({ step, reply }: Commit): string | null => {
  const answered = step ?? reply;
  return answered ? JSON.stringify(answered.response) : null;
};

/** What happens to the session that made a move, hears the reply or ends with its game, in the words of the database. */
function sessionChange({ transition: { match }, step, reply, closing }: Commit) {
  const of = step ?? reply ?? closing;
  return {
    match_id: match.id,
    experience_id: match.experienceId,
    session_id: of?.sessionId,
    agent_id: of?.agentId,
    steps: step ? 1 : 0,
    action: step?.action,
    replies_to: reply?.stepNumber,
    idempotency_key: step?.idempotencyKey,
    closes: closing !== undefined,
    outcomes: closing?.outcomes,
    end_reason: match.endReason,
  };
}

/** The changes of sessions, and the answers of games beside them. */
const SESSION_CHANGES = recordset({
  alias: 's',
  columns: `match_id uuid, experience_id uuid, session_id uuid, agent_id uuid, steps int, action json, replies_to int,
    idempotency_key text, closes boolean, outcomes jsonb, end_reason text`,
  records: '$4',
  whole: 'response',
  texts: '$11',
});

/**
 * Stores any number of transitions, each with its events, inputs and step, in one statement: one round trip, one
 * transaction. A match whose version has moved on, or whose session is no longer active, is left out whole, and the
 * others are stored all the same. The rows are locked in the order of their ids, so two processes never deadlock.
 * The end of a solo game also closes its session and frees its agent; memory that was kept for the length of the
 * session is left to a settlement of its own.
 */
export async function storeCommits(
  commits: readonly Commit[],
  on: Queryable,
  news: readonly News[] = [],
): Promise<Committed[]> {
  const inSessions = commits.filter(({ step, reply, closing }) => step ?? reply ?? closing);
  const sessions = inSessions.map(sessionChange);
  const [events, told] = eventParameters(commits.flatMap(({ transition }) => transition.events));
  return sql<{ id: string; stepCount: number | null; settled: boolean }>(
    'matches.commit',
    `WITH c AS MATERIALIZED (SELECT * FROM ${CHANGES}),
          s AS MATERIALIZED (SELECT * FROM ${SESSION_CHANGES}),
          locked AS MATERIALIZED (
            SELECT p.match_id AS id FROM match_positions p JOIN c ON c.id = p.match_id
            WHERE p.match_id = ANY ($5::uuid[]) AND p.version = c.read_version ORDER BY p.match_id FOR UPDATE OF p),
          used AS (
            UPDATE sessions SET step_count = step_count + s.steps, last_active_at = now(),
              status = CASE WHEN s.closes THEN 'completed' ELSE status END,
              outcomes = CASE WHEN s.closes THEN s.outcomes ELSE sessions.outcomes END,
              end_reason = CASE WHEN s.closes THEN s.end_reason ELSE sessions.end_reason END,
              ended_at = CASE WHEN s.closes THEN now() ELSE ended_at END
            FROM s JOIN locked ON locked.id = s.match_id
            WHERE sessions.id = ANY ($6::uuid[]) AND sessions.id = s.session_id AND sessions.agent_id = s.agent_id AND status = 'active'
            RETURNING sessions.id, sessions.step_count),
          stored AS MATERIALIZED (
            SELECT locked.id, CASE WHEN s.steps > 0 THEN used.step_count END AS step_count,
              s.closes AND NOT EXISTS (SELECT 1 FROM agent_memories a
                WHERE a.agent_id = s.agent_id AND a.experience_id = s.experience_id AND a.session_keys <> '{}') AS settled
            FROM locked LEFT JOIN s ON s.match_id = locked.id LEFT JOIN used ON used.id = s.session_id
            WHERE s.steps IS NULL OR s.steps = 0 OR used.id IS NOT NULL),
          moved AS (
            UPDATE match_positions p SET version = p.version + 1, state = c.state, rng_drawn = c.rng_drawn, ply = c.ply, inputs = c.inputs,
              head = c.head, clock_key = c.clock_key, clock_started_at = c.clock_started_at, deadline_at = c.deadline_at, bot_due_at = c.bot_due_at
            FROM c JOIN stored ON stored.id = c.id WHERE p.match_id = ANY ($5::uuid[]) AND p.match_id = c.id),
          ended AS (
            UPDATE matches m SET status = c.status, outcome = c.outcome, end_reason = c.end_reason, ended_at = c.ended_at,
              settled_at = CASE WHEN stored.settled THEN now() END
            FROM c JOIN stored ON stored.id = c.id WHERE c.status <> 'active' AND m.id = ANY ($5::uuid[]) AND m.id = c.id),
          freed AS (
            DELETE FROM engagements g USING s JOIN stored ON stored.id = s.match_id
            WHERE s.closes AND g.agent_id = s.agent_id AND g.session_id = s.session_id AND g.lobby_id IS NULL),
          kept AS (
            UPDATE engagements g SET session_id = NULL FROM s JOIN stored ON stored.id = s.match_id
            WHERE s.closes AND g.agent_id = s.agent_id AND g.session_id = s.session_id AND g.lobby_id IS NOT NULL),
          added AS (
            INSERT INTO events (stream, id, audience, seq, type, at, data)
            SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data
            FROM ${EVENT_RECORDSET('$2', '$10')} JOIN stored ON e.stream = 'match:' || stored.id),
          put AS (
            INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at)
            SELECT i.match_id, i.n, i.seat, i.move, i.spent_ms, i.at FROM ${INPUT_RECORDSET('$3')} JOIN stored ON stored.id = i.match_id),
          stepped AS (
            INSERT INTO session_steps (session_id, step_number, action, response, idempotency_key, created_at)
            SELECT s.session_id, stored.step_count, s.action, s.response, s.idempotency_key, now()
            FROM s JOIN stored ON stored.id = s.match_id WHERE s.steps > 0),
          replied AS (
            UPDATE session_steps t SET response = s.response FROM s JOIN stored ON stored.id = s.match_id
            WHERE t.session_id = ANY ($6::uuid[]) AND t.session_id = s.session_id AND t.step_number = s.replies_to),
          told AS (${NOTIFY_SQL('$7', '$8')})
     SELECT stored.id, stored.step_count AS "stepCount", COALESCE(stored.settled, false) AS settled FROM stored CROSS JOIN told`,
    [
      JSON.stringify(commits.map(({ transition }) => changes(transition.match))),
      events,
      inputsAsJson(commits.flatMap(({ transition }) => transition.inputs)),
      JSON.stringify(sessions),
      commits.map(({ transition }) => transition.match.id),
      sessions.map(({ session_id }) => session_id),
      ...notification(
        commits
          .filter(({ transition }) => transition.events.length > 0)
          .map(({ transition }) => `match:${transition.match.id}`),
        news,
      ),
      jsonArray(commits.map(({ transition }) => JSON.stringify(transition.match.state))),
      told,
      jsonArray(inSessions.map(answerOf)),
    ],
    on,
  );
}

/** The recorded answer of an earlier step with this key, or null. */
export async function findStepByKey(
  sessionId: string,
  key: string,
): Promise<{ step_number: number; action: unknown; response: unknown } | null> {
  const rows = await sql<{
    step_number: number;
    action: unknown;
    response: unknown;
  }>(
    'matches.step_by_key',
    'SELECT step_number, action, response FROM session_steps WHERE session_id = $1 AND idempotency_key = $2',
    [sessionId, key],
  );
  return rows[0] ?? null;
}
