import { EMPTY_HEAD, type StreamHead } from '@/lib/core/stream';
import { type Client, type Queryable, sql, transaction } from '@/lib/data/database';
import { poolOf, type RatingPool } from '@/lib/domain/ratings/ratings.service';
import { EVENT_RECORDSET, eventParameters, lockHead, type News, NOTIFY_SQL, notification } from '@/lib/events';
import { INPUT_RECORDSET, inputsAsJson, POSITION_COLUMNS, positionOf } from './commits.repo';
import type { SeatInput } from './matches.schema';
import type { Transition } from './transition';

/** A match that begins, in the words of the database. */
const matchAsJson = ({ match }: Transition): string =>
  JSON.stringify({
    id: match.id,
    experience_id: match.experienceId,
    game_id: match.gameId,
    game_version: match.gameVersion,
    kind: match.kind,
    status: match.status,
    options: match.options,
    seed: match.seed,
    seed_commitment: match.seedCommitment,
    move_time_ms: match.moveTimeMs,
    rated: match.rated,
    started_at: match.startedAt,
    version: match.version,
    ...positionOf(match),
  });

const MATCH_RECORD = `json_to_record($1::json) AS m(id uuid, experience_id uuid, game_id text, game_version int, kind text, status text, options jsonb,
  seed text, seed_commitment text, move_time_ms int, rated boolean, started_at timestamptz, version int, ${POSITION_COLUMNS})`;

const seatsAsJson = ({ match }: Transition): string =>
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
  );

/** The inserts of a match with all that belongs to it, where `m` is its row: no row, nothing is inserted. */
const BEGIN_SQL = `begun AS (
       INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, move_time_ms, rated, started_at)
       SELECT id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, move_time_ms, rated, started_at FROM m),
     stands AS (
       INSERT INTO match_positions (match_id, version, state, rng_drawn, ply, inputs, head, clock_key, clock_started_at, deadline_at, bot_due_at)
       SELECT id, version, state, rng_drawn, ply, inputs, head, clock_key, clock_started_at, deadline_at, bot_due_at FROM m),
     seated AS (
       INSERT INTO match_seats (match_id, seat, kind, agent_id, experience_agent_id, session_id, strength, display_name, elo_before)
       SELECT m.id, s.seat, s.kind, s.agent_id, s.experience_agent_id, s.session_id, s.strength, s.display_name, s.elo_before
       FROM m CROSS JOIN json_to_recordset($2::json) AS s(seat int, kind text, agent_id uuid, experience_agent_id text, session_id uuid, strength text, display_name text, elo_before int)),
     added AS (
       INSERT INTO events (stream, id, audience, seq, type, at, data)
       SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data FROM m CROSS JOIN ${EVENT_RECORDSET('$3', '$4')}),
     put AS (
       INSERT INTO match_inputs (match_id, n, seat, move, spent_ms, at)
       SELECT i.match_id, i.n, i.seat, i.move, i.spent_ms, i.at FROM m CROSS JOIN ${INPUT_RECORDSET('$5')}),
     told AS (${NOTIFY_SQL('$6', '$7')})`;

function beginValues(transition: Transition, news: readonly News[]): unknown[] {
  return [
    matchAsJson(transition),
    seatsAsJson(transition),
    ...eventParameters(transition.events),
    inputsAsJson(transition.inputs),
    ...notification([`match:${transition.match.id}`], news),
  ];
}

/**
 * Inserts a match whose first transition `make` computes from where its stream stands (a lobby may have told something
 * already) and from the ratings of its agents. In the caller's transaction when there is one. Three statements.
 */
export async function beginMatch(
  request: { id?: string; experienceId: string; seats: readonly SeatInput[] },
  client: Client | undefined,
  make: (head: StreamHead, ratings: ReadonlyMap<string, number>) => Transition,
  news: (transition: Transition) => readonly News[],
): Promise<Transition> {
  const work = async (on: Client): Promise<Transition> => {
    const agentIds = request.seats.flatMap((seat) => (seat.kind === 'bot' ? [] : [seat.agentId]));
    const ratings = await findElo(on, { ...request, pool: poolOf(request.seats) }, agentIds);
    const head = request.id ? await lockHead(on, `match:${request.id}`) : EMPTY_HEAD;
    const transition = make(head, ratings);
    await sql(
      'matches.begin',
      `WITH m AS MATERIALIZED (SELECT * FROM ${MATCH_RECORD}), ${BEGIN_SQL} SELECT 1 FROM told`,
      beginValues(transition, news(transition)),
      on,
    );
    return transition;
  };
  return client ? work(client) : transaction(work);
}

/**
 * Opens a solo session and its match, which has the session's id, in one statement that also takes the agent's one
 * place. False, and nothing is stored, when the agent holds a place already or the experience is gone.
 */
export async function beginSoloMatch(
  transition: Transition,
  session: { agentId: string; experienceAgentId: string; seat: number },
  on: Queryable,
  news: readonly News[],
): Promise<boolean> {
  const rows = await sql<{ agent_id: string }>(
    'matches.begin_solo',
    `WITH played AS MATERIALIZED (SELECT id FROM experiences WHERE id = $9 FOR KEY SHARE),
     held AS (
       INSERT INTO engagements (agent_id, experience_id, session_id) SELECT $10, played.id, $8 FROM played
       ON CONFLICT (agent_id) DO NOTHING RETURNING agent_id),
     m AS MATERIALIZED (SELECT m.* FROM held CROSS JOIN ${MATCH_RECORD}),
     opened AS (
       INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, match_id, seat)
       SELECT id, $10, experience_id, $11, 'active', id, $12 FROM m),
     ${BEGIN_SQL}
     SELECT held.agent_id FROM held CROSS JOIN told`,
    [
      ...beginValues(transition, news),
      transition.match.id,
      transition.match.experienceId,
      session.agentId,
      session.experienceAgentId,
      session.seat,
    ],
    on,
  );
  return rows.length > 0;
}

async function findElo(
  on: Queryable,
  of: { experienceId: string; pool: RatingPool },
  agentIds: readonly string[],
): Promise<Map<string, number>> {
  if (agentIds.length === 0) return new Map();
  const rows = await sql<{ agent_id: string; elo: number }>(
    'matches.elo',
    `SELECT agent_id, elo FROM ratings WHERE experience_id = $1 AND pool = $3 AND agent_id = ANY ($2::uuid[])`,
    [of.experienceId, agentIds, of.pool],
    on,
  );
  return new Map(rows.map((row) => [row.agent_id, row.elo]));
}
