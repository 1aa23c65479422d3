import { toJsonb } from '@/lib/core/json';
import { EMPTY_HEAD, matchStream, type StreamHead } from '@/lib/core/stream';
import { type Client, type Queryable, sql, transaction } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import { poolOf, type RatingPool, type SeatRating, seatRating } from '@/lib/domain/ratings';
import { matchSql } from '@/lib/domain/seating';
import { EVENT_ROWS, insertEvents, lockHead } from '@/lib/events';
import { INPUT_ROWS, insertInputs, positionColumns } from './commits.repo';
import { hasPlayers, type MatchRow, type SeatInput, type SeatRow } from './matches.schema';
import { pairingOf } from './rivalries.repo';
import type { Transition } from './transition';

/** The row of a new match. */
const MATCH_ROWS = rowsOf<MatchRow>('m', {
  id: ['uuid', ({ id }) => id],
  experience_id: ['uuid', ({ experienceId }) => experienceId],
  game_id: ['text', ({ gameId }) => gameId],
  game_version: ['int', ({ gameVersion }) => gameVersion],
  kind: ['text', ({ kind }) => kind],
  status: ['text', ({ status }) => status],
  options: ['json', ({ options }) => toJsonb(options)],
  seed: ['text', ({ seed }) => seed],
  seed_commitment: ['text', ({ seedCommitment }) => seedCommitment],
  move_time_ms: ['int', ({ moveTimeMs }) => moveTimeMs],
  clock_base_ms: ['int', ({ timeControl }) => timeControl?.baseMs],
  clock_increment_ms: ['int', ({ timeControl }) => timeControl?.incrementMs],
  omniscient_delay_s: ['int', ({ omniscientDelayS }) => omniscientDelayS],
  rated: ['boolean', ({ rated }) => rated],
  pairing: ['text', ({ seats }) => pairingOf(seats)],
  started_at: ['timestamptz', ({ startedAt }) => startedAt],
  version: ['int', ({ version }) => version],
  ...positionColumns<MatchRow>((match) => match),
  has_players: ['boolean', hasPlayers],
});

/** The seats of matches. */
const SEAT_ROWS = rowsOf<SeatRow & { matchId: string }>('s', {
  match_id: ['uuid', ({ matchId }) => matchId],
  seat: ['int', ({ seat }) => seat],
  kind: ['text', ({ kind }) => kind],
  agent_id: ['uuid', ({ agentId }) => agentId],
  experience_agent_id: ['text', ({ experienceAgentId }) => experienceAgentId],
  session_id: ['uuid', ({ sessionId }) => sessionId],
  strength: ['text', ({ strength }) => strength],
  display_name: ['text', ({ displayName }) => displayName],
  is_guest: ['boolean', ({ isGuest }) => isGuest],
  elo_before: ['int', ({ eloBefore }) => eloBefore],
  is_provisional: ['boolean', ({ isProvisional }) => isProvisional],
});

/** The inserts of matches with all that belongs to them, where `m` has their rows: no row, nothing is inserted. */
function insertMatchSql(first: number): string {
  const events = first + SEAT_ROWS.width;
  const inputs = events + EVENT_ROWS.width;
  return `inserted AS (
       INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, move_time_ms, clock_base_ms, clock_increment_ms, omniscient_delay_s, rated, pairing, started_at)
       SELECT id, experience_id, game_id, game_version, kind, status, options::jsonb, seed, seed_commitment, move_time_ms, clock_base_ms, clock_increment_ms, omniscient_delay_s, rated, pairing, started_at FROM m),
     positioned AS (
       INSERT INTO match_positions (match_id, version, state, rng_drawn, ply, inputs, head, clock_key, clock_started_at, deadline_at, clock_left, draw_offers, bot_due_at, has_players)
       SELECT id, version, state, rng_drawn, ply, inputs, head, clock_key, clock_started_at, deadline_at, clock_left, draw_offers, bot_due_at, has_players FROM m),
     seated AS (
       INSERT INTO match_seats (match_id, seat, kind, agent_id, experience_agent_id, session_id, strength, display_name, is_guest, elo_before, is_provisional)
       SELECT m.id, s.seat, s.kind, s.agent_id, s.experience_agent_id, s.session_id, s.strength, s.display_name, s.is_guest, s.elo_before, s.is_provisional
       FROM m JOIN ${SEAT_ROWS.from(first)} ON s.match_id = m.id),
     added AS (${insertEvents(events)} JOIN m ON e.stream = '${matchStream('')}' || m.id),
     put AS (${insertInputs(inputs)} JOIN m ON m.id = i.match_id)`;
}

/** The parameters of `insertMatchSql` from `first` on. */
const insertMatchValues = (transitions: readonly Transition[]): Buffer[] => [
  ...SEAT_ROWS.values(transitions.flatMap(({ match }) => match.seats.map((seat) => ({ ...seat, matchId: match.id })))),
  ...EVENT_ROWS.values(transitions.flatMap(({ events }) => events)),
  ...INPUT_ROWS.values(transitions.flatMap(({ inputs }) => inputs)),
];

const INSERT_MATCH = `
  WITH m AS MATERIALIZED (SELECT * FROM ${MATCH_ROWS.from(1)}), ${insertMatchSql(1 + MATCH_ROWS.width)} SELECT 1 FROM m`;

const INSERT_SOLO_MATCH = `
  WITH engaged AS (${matchSql.engageFreeAgentSql({ agentId: '$2', experienceId: '$1', sessionId: '$3' })}),
     m AS MATERIALIZED (SELECT m.* FROM engaged CROSS JOIN ${MATCH_ROWS.from(6)}),
     opened AS (${matchSql.insertSoloSessionSql({ from: 'm', agentId: '$2', experienceAgentId: '$4', seat: '$5' })}),
     ${insertMatchSql(6 + MATCH_ROWS.width)}
  SELECT engaged.agent_id FROM engaged`;

/**
 * Inserts a match. `make` computes its first transition from the head of its stream (a lobby may have events already) and from the ratings of its agents. In the caller's transaction when there is one. Three statements.
 */
export async function insertMatch(
  request: { id?: string; experienceId: string; seats: readonly SeatInput[] },
  client: Client | undefined,
  make: (head: StreamHead, ratings: ReadonlyMap<string, SeatRating>) => Transition,
): Promise<Transition> {
  const work = async (on: Client): Promise<Transition> => {
    const agentIds = request.seats.flatMap((seat) => ('agentId' in seat ? [seat.agentId] : []));
    const ratings = await findElo(on, { ...request, pool: poolOf(request.seats) }, agentIds);
    const head = request.id ? await lockHead(on, matchStream(request.id)) : EMPTY_HEAD;
    const transition = make(head, ratings);
    await insertMatches([transition], on);
    return transition;
  };
  return client ? work(client) : transaction(work);
}

/** Inserts matches, each with its seats, events and inputs, in one statement. */
export async function insertMatches(transitions: readonly Transition[], on: Queryable): Promise<void> {
  await sql(
    'matches.insert',
    INSERT_MATCH,
    [...MATCH_ROWS.values(transitions.map(({ match }) => match)), ...insertMatchValues(transitions)],
    on,
  );
}

/**
 * Opens a solo session and its match, which has the session's id, in one statement that also takes the agent's one
 * place. Returns false, and stores nothing, when the agent is engaged already or the experience does not exist.
 */
export async function insertSoloMatch(
  transition: Transition,
  session: { agentId: string; experienceAgentId: string; seat: number },
  on: Queryable,
): Promise<boolean> {
  const { match } = transition;
  const rows = await sql<{ agent_id: string }>(
    'matches.begin_solo',
    INSERT_SOLO_MATCH,
    [
      match.experienceId,
      session.agentId,
      match.id,
      session.experienceAgentId,
      session.seat,
      ...MATCH_ROWS.values([match]),
      ...insertMatchValues([transition]),
    ],
    on,
  );
  return rows.length > 0;
}

/** Ratings of agents that have played a rated match of an experience, by agent. No query without agents. */
export async function findElo(
  on: Queryable,
  of: { experienceId: string; pool: RatingPool },
  agentIds: readonly string[],
): Promise<Map<string, SeatRating>> {
  if (agentIds.length === 0) return new Map();
  const rows = await sql<{ agent_id: string; elo: number; matches_played: number }>(
    'matches.elo',
    `SELECT agent_id, elo, matches_played FROM ratings WHERE experience_id = $1 AND pool = $3 AND agent_id = ANY ($2::uuid[]) AND matches_played > 0`,
    [of.experienceId, agentIds, of.pool],
    on,
  );
  return new Map(rows.map((row) => [row.agent_id, seatRating({ elo: row.elo, matchesPlayed: row.matches_played })]));
}
