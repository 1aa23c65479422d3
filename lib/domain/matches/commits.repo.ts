import { EMPTY_HEAD, type StreamHead } from '@/lib/core/stream';
import { type Client, type Queryable, sql, transaction } from '@/lib/data/database';
import { EVENT_RECORDSET, eventsAsJson, lockHead, notification } from '@/lib/events';
import type { InputRow, MatchRow, SeatInput, StepRecord } from './matches.schema';
import type { Transition } from './transition';

/** What a commit may change of a match row, in the words of the database. */
const changes = (match: MatchRow) => ({
  id: match.id,
  read_version: match.version - 1,
  status: match.status,
  state: match.state,
  rng_drawn: match.rngDrawn,
  ply: match.ply,
  inputs: match.inputs,
  head: match.head,
  clock_key: match.clockKey,
  clock_started_at: match.clockStartedAt,
  deadline_at: match.deadlineAt,
  bot_due_at: match.botDueAt,
  outcome: match.outcome,
  end_reason: match.endReason,
  ended_at: match.endedAt,
});

const CHANGES = `jsonb_to_recordset($1::jsonb) AS c(id uuid, read_version int, status text, state jsonb, rng_drawn int, ply int, inputs int,
  head jsonb, clock_key text, clock_started_at timestamptz, deadline_at timestamptz, bot_due_at timestamptz, outcome jsonb, end_reason text, ended_at timestamptz)`;

const inputsAsJson = (inputs: readonly InputRow[]) =>
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

const INPUTS = (parameter: string) =>
  `jsonb_to_recordset(${parameter}::jsonb) AS i(match_id uuid, n int, seat int, move jsonb, spent_ms int, at timestamptz)`;

/** One match of a commit: the transition and, when a session made the move, what the session records. */
export interface Commit {
  transition: Transition;
  step?: StepRecord & { response: unknown };
}

/** A match that was stored; `stepCount` when a step was recorded with it. */
export interface Committed {
  id: string;
  stepCount: number | null;
}

/**
 * Stores any number of transitions, each with its events, inputs and step, in one statement: one round trip, one
 * transaction. A match whose version has moved on, or whose session is no longer active, is left out whole, and the
 * others are stored all the same. The rows are locked in the order of their ids, so two processes never deadlock.
 */
export async function storeCommits(commits: readonly Commit[], on?: Queryable): Promise<Committed[]> {
  const steps = commits.flatMap(({ transition, step }) =>
    step
      ? [
          {
            match_id: transition.match.id,
            session_id: step.sessionId,
            agent_id: step.agentId,
            action: step.action,
            response: step.response,
            idempotency_key: step.idempotencyKey ?? null,
          },
        ]
      : [],
  );
  return sql<{ id: string; stepCount: number | null }>(
    'matches.commit',
    `WITH c AS MATERIALIZED (SELECT * FROM ${CHANGES}),
          st AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($4::jsonb)
                 AS s(match_id uuid, session_id uuid, agent_id uuid, action jsonb, response jsonb, idempotency_key text)),
          locked AS MATERIALIZED (
            SELECT m.id FROM matches m JOIN c ON c.id = m.id
            WHERE m.version = c.read_version AND m.status = 'active' ORDER BY m.id FOR UPDATE OF m),
          counted AS (
            UPDATE sessions s SET step_count = s.step_count + 1, last_active_at = now()
            FROM st JOIN locked ON locked.id = st.match_id
            WHERE s.id = st.session_id AND s.agent_id = st.agent_id AND s.status = 'active'
            RETURNING s.id, s.step_count, s.match_id),
          stored AS MATERIALIZED (
            SELECT locked.id, counted.step_count FROM locked
            LEFT JOIN st ON st.match_id = locked.id LEFT JOIN counted ON counted.id = st.session_id
            WHERE st.session_id IS NULL OR counted.id IS NOT NULL),
          changed AS (
            UPDATE matches m SET version = m.version + 1, status = c.status, state = c.state, rng_drawn = c.rng_drawn, ply = c.ply,
              inputs = c.inputs, head = c.head, clock_key = c.clock_key, clock_started_at = c.clock_started_at,
              deadline_at = c.deadline_at, bot_due_at = c.bot_due_at, outcome = c.outcome, end_reason = c.end_reason, ended_at = c.ended_at
            FROM c JOIN stored ON stored.id = c.id WHERE m.id = c.id),
          added AS (
            INSERT INTO events (stream, id, audience, seq, type, at, data)
            SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data
            FROM ${EVENT_RECORDSET('$2')} JOIN stored ON e.stream = 'match:' || stored.id),
          put AS (
            INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at)
            SELECT i.match_id, i.n, i.seat, i.move, i.spent_ms, i.at FROM ${INPUTS('$3')} JOIN stored ON stored.id = i.match_id),
          stepped AS (
            INSERT INTO session_steps (session_id, step_number, action, response, idempotency_key, created_at)
            SELECT st.session_id, counted.step_count, st.action, st.response, st.idempotency_key, now()
            FROM st JOIN counted ON counted.id = st.session_id),
          told AS (SELECT pg_notify($5, $6))
     SELECT stored.id, stored.step_count AS "stepCount" FROM stored CROSS JOIN told`,
    [
      JSON.stringify(commits.map(({ transition }) => changes(transition.match))),
      eventsAsJson(commits.flatMap(({ transition }) => transition.events)),
      inputsAsJson(commits.flatMap(({ transition }) => transition.inputs)),
      JSON.stringify(steps),
      ...notification(
        commits
          .filter(({ transition }) => transition.events.length > 0)
          .map(({ transition }) => `match:${transition.match.id}`),
      ),
    ],
    on,
  );
}

/** Replaces the answer of a recorded step: the house bot's reply came after the move was stored. */
export async function amendStep(args: { sessionId: string; stepNumber: number; response: unknown }): Promise<void> {
  await sql(
    'matches.amend_step',
    'UPDATE session_steps SET response = $3::jsonb WHERE session_id = $1 AND step_number = $2',
    [args.sessionId, args.stepNumber, JSON.stringify(args.response)],
  );
}

/** Inserts a match that begins, with its seats, events and inputs. Two statements. */
export async function insertMatch(client: Queryable, transition: Transition): Promise<void> {
  const { match } = transition;
  await sql(
    'matches.insert',
    `INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, state, rng_drawn, seed, seed_commitment, version, ply, inputs,
       head, move_time_ms, clock_key, clock_started_at, deadline_at, bot_due_at, rated, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10, $11, $12, $13, $14, $15::jsonb, $16, $17, $18, $19, $20, $21, $22)`,
    [
      match.id,
      match.experienceId,
      match.gameId,
      match.gameVersion,
      match.kind,
      match.status,
      JSON.stringify(match.options),
      JSON.stringify(match.state),
      match.rngDrawn,
      match.seed,
      match.seedCommitment,
      match.version,
      match.ply,
      match.inputs,
      JSON.stringify(match.head),
      match.moveTimeMs,
      match.clockKey,
      match.clockStartedAt,
      match.deadlineAt,
      match.botDueAt,
      match.rated,
      match.startedAt,
    ],
    client,
  );
  await sql(
    'matches.insert_rest',
    `WITH seated AS (
       INSERT INTO match_seats (match_id, seat, kind, agent_id, experience_agent_id, session_id, strength, display_name, elo_before)
       SELECT $1, s.seat, s.kind, s.agent_id, s.experience_agent_id, s.session_id, s.strength, s.display_name, s.elo_before
       FROM jsonb_to_recordset($2::jsonb) AS s(seat int, kind text, agent_id uuid, experience_agent_id text, session_id uuid, strength text, display_name text, elo_before int)),
     added AS (
       INSERT INTO events (stream, id, audience, seq, type, at, data)
       SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data FROM ${EVENT_RECORDSET('$3')}),
     put AS (
       INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at) SELECT i.match_id, i.n, i.seat, i.move, i.spent_ms, i.at FROM ${INPUTS('$4')})
     SELECT pg_notify($5, $6)`,
    [
      match.id,
      JSON.stringify(
        match.seats.map((seat) => ({
          seat: seat.seat,
          kind: seat.kind,
          agent_id: seat.agentId,
          experience_agent_id: seat.experienceAgentId,
          session_id: seat.sessionId,
          strength: seat.strength,
          display_name: seat.displayName,
          elo_before: seat.eloBefore,
        })),
      ),
      eventsAsJson(transition.events),
      inputsAsJson(transition.inputs),
      ...notification([`match:${match.id}`]),
    ],
    client,
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

/**
 * Inserts a match whose first transition `make` computes from where its stream stands (a lobby may have told something
 * already) and from the ratings of its agents. In the caller's transaction when there is one.
 */
export async function beginMatch(
  request: { id?: string; experienceId: string; seats: readonly SeatInput[] },
  client: Client | undefined,
  make: (head: StreamHead, ratings: ReadonlyMap<string, number>) => Transition,
): Promise<Transition> {
  const work = async (on: Client): Promise<Transition> => {
    const agentIds = request.seats.flatMap((seat) => (seat.kind === 'bot' ? [] : [seat.agentId]));
    const ratings = await findElo(on, request.experienceId, agentIds);
    const head = request.id ? await lockHead(on, `match:${request.id}`) : EMPTY_HEAD;
    const transition = make(head, ratings);
    await insertMatch(on, transition);
    return transition;
  };
  return client ? work(client) : transaction(work);
}

async function findElo(on: Queryable, experienceId: string, agentIds: readonly string[]): Promise<Map<string, number>> {
  if (agentIds.length === 0) return new Map();
  const rows = await sql<{ agent_id: string; elo: number }>(
    'matches.elo',
    `SELECT agent_id, elo FROM ratings WHERE experience_id = $1 AND pool = 'agent' AND agent_id = ANY ($2::uuid[])`,
    [experienceId, agentIds],
    on,
  );
  return new Map(rows.map((row) => [row.agent_id, row.elo]));
}
