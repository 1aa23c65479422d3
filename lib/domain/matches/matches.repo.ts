import type { Outcome, Strength } from '@/lib/core/game';
import { EMPTY_HEAD, type StreamEvent, type StreamHead } from '@/lib/core/stream';
import { type Client, pool, type Queryable, sql, sqlState, transaction } from '@/lib/data/database';
import { EVENT_RECORDSET, eventsAsJson, lockHead, notification } from '@/lib/events';
import type { InputRow, MatchKind, MatchRow, MatchStatus, SeatInput, SeatRow, StepRecord } from './matches.schema';
import type { Transition } from './transition';

export { type Client, transaction } from '@/lib/data/database';

interface Row {
  [column: string]: unknown;
  id: string;
  experience_id: string;
  game_id: string;
  game_version: number;
  kind: MatchKind;
  status: MatchStatus;
  options: unknown;
  state: unknown;
  seed: string;
  seed_commitment: string;
  rng_drawn: number;
  version: number;
  ply: number;
  inputs: number;
  head: StreamHead;
  move_time_ms: number | null;
  clock_key: string | null;
  clock_started_at: Date | null;
  deadline_at: Date | null;
  bot_due_at: Date | null;
  rated: boolean;
  outcome: Outcome | null;
  end_reason: string | null;
  started_at: Date;
  ended_at: Date | null;
  settled_at: Date | null;
  seats: {
    seat: number;
    kind: SeatRow['kind'];
    agent_id: string | null;
    experience_agent_id: string | null;
    session_id: string | null;
    strength: Strength | null;
    display_name: string;
    elo_before: number | null;
    elo_after: number | null;
  }[];
}

/** Everything of a match and its seats. */
const COLUMNS = `m.*, (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.seat) FROM match_seats s WHERE s.match_id = m.id) AS seats`;

const toMatch = (row: Row): MatchRow => ({
  id: row.id,
  experienceId: row.experience_id,
  gameId: row.game_id,
  gameVersion: row.game_version,
  kind: row.kind,
  status: row.status,
  options: row.options,
  state: row.state,
  seed: row.seed,
  seedCommitment: row.seed_commitment,
  rngDrawn: row.rng_drawn,
  version: row.version,
  ply: row.ply,
  inputs: row.inputs,
  head: row.head,
  moveTimeMs: row.move_time_ms,
  clockKey: row.clock_key,
  clockStartedAt: row.clock_started_at,
  deadlineAt: row.deadline_at,
  botDueAt: row.bot_due_at,
  rated: row.rated,
  outcome: row.outcome,
  endReason: row.end_reason,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  settledAt: row.settled_at,
  seats: (row.seats ?? []).map((seat) => ({
    seat: seat.seat,
    kind: seat.kind,
    agentId: seat.agent_id,
    experienceAgentId: seat.experience_agent_id,
    sessionId: seat.session_id,
    strength: seat.strength,
    displayName: seat.display_name,
    eloBefore: seat.elo_before,
    eloAfter: seat.elo_after,
  })),
});

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
export async function storeCommits(commits: readonly Commit[]): Promise<Committed[]> {
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

/** Matches by id, with their seats. */
export async function findMatches(ids: readonly string[], on: Queryable = pool()): Promise<MatchRow[]> {
  const rows = await sql<Row>(
    'matches.find',
    `SELECT ${COLUMNS} FROM matches m WHERE m.id = ANY ($1::uuid[])`,
    [ids],
    on,
  );
  return rows.map(toMatch);
}

/** A match, locked for the rest of the transaction, or null. */
export async function lockMatch(client: Client, id: string): Promise<MatchRow | null> {
  const rows = await sql<Row>(
    'matches.lock',
    `SELECT ${COLUMNS} FROM matches m WHERE m.id = $1 FOR UPDATE OF m`,
    [id],
    client,
  );
  return rows[0] ? toMatch(rows[0]) : null;
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

/** Active matches whose time limit or house bot is due, the longest overdue first. One index scan. */
export async function findDue(args: {
  at: Date;
  limit: number;
  except: readonly string[];
}): Promise<{ id: string; version: number }[]> {
  return sql<{ id: string; version: number }>(
    'matches.due',
    `SELECT id, version FROM matches WHERE status = 'active' AND LEAST(deadline_at, bot_due_at) <= $1 AND id <> ALL ($3::uuid[])
     ORDER BY LEAST(deadline_at, bot_due_at) LIMIT $2`,
    [args.at, args.limit, args.except],
  );
}

/** When the next time limit or house bot is due, or null. */
export async function findNextDue(except: readonly string[]): Promise<Date | null> {
  const rows = await sql<{ due: Date | null }>(
    'matches.next_due',
    `SELECT LEAST(deadline_at, bot_due_at) AS due FROM matches
     WHERE status = 'active' AND LEAST(deadline_at, bot_due_at) IS NOT NULL AND id <> ALL ($1::uuid[])
     ORDER BY LEAST(deadline_at, bot_due_at) LIMIT 1`,
    [except],
  );
  return rows[0]?.due ?? null;
}

/** Matches that ended but were not settled, after a crash in between. */
export async function findUnsettled(limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'matches.unsettled',
    `SELECT id FROM matches WHERE status <> 'active' AND settled_at IS NULL ORDER BY ended_at LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/** Matches being played now: those with agents first, then the newest. */
export async function findLive(limit: number): Promise<MatchRow[]> {
  const rows = await sql<Row>(
    'matches.live',
    `SELECT ${COLUMNS} FROM matches m WHERE m.status = 'active' AND m.kind <> 'solo'
     ORDER BY (m.kind = 'exhibition'), m.started_at DESC LIMIT $1`,
    [limit],
  );
  const left = limit - rows.length;
  if (left <= 0) return rows.map(toMatch);
  const solo = await sql<Row>(
    'matches.live_solo',
    `SELECT ${COLUMNS} FROM matches m WHERE m.status = 'active' AND m.kind = 'solo' ORDER BY m.started_at DESC LIMIT $1`,
    [left],
  );
  return [...rows, ...solo].map(toMatch);
}

/** Finished matches, newest first, of everything, one experience or one agent. */
export async function findRecent(args: {
  limit: number;
  experienceId?: string;
  agentId?: string;
  before?: Date;
}): Promise<MatchRow[]> {
  const rows = await sql<Row>(
    'matches.recent',
    `SELECT ${COLUMNS} FROM matches m
     WHERE m.status = 'completed' AND ($2::uuid IS NULL OR m.experience_id = $2) AND ($4::timestamptz IS NULL OR m.ended_at < $4)
       AND ($3::uuid IS NULL OR m.id IN (SELECT match_id FROM match_seats WHERE agent_id = $3))
     ORDER BY m.ended_at DESC LIMIT $1`,
    [args.limit, args.experienceId ?? null, args.agentId ?? null, args.before ?? null],
  );
  return rows.map(toMatch);
}

/** The inputs of a match in order. */
export async function findInputs(matchId: string): Promise<InputRow[]> {
  return sql<InputRow & Record<string, unknown>>(
    'matches.inputs',
    `SELECT match_id AS "matchId", n, seat, move, spent_ms AS "spentMs", at FROM match_inputs WHERE match_id = $1 ORDER BY n`,
    [matchId],
  );
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

/** Marks a match as settled, with the ratings it led to and the events that tell of them. One statement. */
export async function storeSettlement(
  client: Client,
  args: {
    matchId: string;
    head: StreamHead;
    events: readonly StreamEvent[];
    seats: readonly { seat: number; elo_after: number }[];
  },
): Promise<void> {
  await sql(
    'matches.settle',
    `WITH done AS (UPDATE matches SET settled_at = now(), head = $2::jsonb, version = version + 1 WHERE id = $1),
          added AS (
            INSERT INTO events (stream, id, audience, seq, type, at, data)
            SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data FROM ${EVENT_RECORDSET('$3')}),
          rated AS (
            UPDATE match_seats s SET elo_after = r.elo_after FROM jsonb_to_recordset($4::jsonb) AS r(seat int, elo_after int)
            WHERE s.match_id = $1 AND s.seat = r.seat)
     SELECT pg_notify($5, $6)`,
    [
      args.matchId,
      JSON.stringify(args.head),
      eventsAsJson(args.events),
      JSON.stringify(args.seats),
      ...notification([`match:${args.matchId}`]),
    ],
    client,
  );
}

/**
 * Ends what hung on a match: its sessions with their outcomes, its lobby and memberships. Returns the agents whose
 * session ended and those who were in the lobby. Two statements.
 */
export async function closePlay(
  client: Client,
  args: {
    matchId: string;
    completed: boolean;
    reason: string;
    lobbyOutcomes: Record<string, unknown> | null;
    sessions: readonly { id: string; outcomes: Record<string, unknown> | null }[];
  },
): Promise<{ ended: { agentId: string; sessionId: string }[]; members: string[] }> {
  const ended = await sql<{ agentId: string; sessionId: string }>(
    'matches.close_sessions',
    `UPDATE sessions s SET status = 'completed', outcomes = o.outcomes, end_reason = $2, ended_at = now()
     FROM jsonb_to_recordset($1::jsonb) AS o(id uuid, outcomes jsonb)
     WHERE s.id = o.id AND s.status = 'active' RETURNING s.agent_id AS "agentId", s.id AS "sessionId"`,
    [JSON.stringify(args.sessions), args.reason],
    client,
  );
  const members = await sql<{ agentId: string }>(
    'matches.close_lobby',
    `WITH closed AS (
       UPDATE lobbies SET status = $2, outcomes = $3::jsonb, end_reason = $4, ended_at = now()
       WHERE id = $1 AND status IN ('waiting', 'active'))
     UPDATE lobby_members SET left_at = now() WHERE lobby_id = $1 AND left_at IS NULL RETURNING agent_id AS "agentId"`,
    [
      args.matchId,
      args.completed ? 'completed' : 'cancelled',
      args.lobbyOutcomes === null ? null : JSON.stringify(args.lobbyOutcomes),
      args.reason,
    ],
    client,
  );
  return { ended, members: members.map(({ agentId }) => agentId) };
}

/** The newest exhibition of each game. */
export async function findExhibitions(): Promise<{ gameId: string; active: boolean; endedAt: Date | null }[]> {
  return sql<{ gameId: string; active: boolean; endedAt: Date | null }>(
    'matches.exhibitions',
    `SELECT DISTINCT ON (game_id) game_id AS "gameId", status = 'active' AS active, ended_at AS "endedAt"
     FROM matches WHERE kind = 'exhibition' AND started_at > now() - interval '1 day' ORDER BY game_id, (status = 'active') DESC, started_at DESC`,
    [],
  );
}

/** Whether a unique index refused a row: somebody else was first. */
export function isUniqueViolation(thrown: unknown): boolean {
  return sqlState(thrown) === '23505';
}
