import type { Outcome, Strength } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import { toJsonb } from '@/lib/core/json';
import { matchStream, type StreamHead } from '@/lib/core/stream';
import { type Client, pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import type { Row } from '@/lib/data/row';
import type { Unrated } from '@/lib/domain/seating';
import { replaceTexts, restoreTexts } from '@/lib/events';
import type { DrawOffers } from '@/lib/games/draw-offers';
import type { MatchKind, MatchRow, MatchStatus, SeatRow } from './matches.schema';

export { type Client, isUniqueViolation, plannedPool, pool, transaction } from '@/lib/data/database';

type SeatColumns = Row<
  'MatchSeat',
  | 'seat'
  | 'kind'
  | 'agent_id'
  | 'experience_agent_id'
  | 'session_id'
  | 'strength'
  | 'display_name'
  | 'is_guest'
  | 'elo_before'
  | 'is_provisional'
  | 'elo_after',
  { kind: SeatRow['kind']; strength: Strength | null }
>;

type StoredPosition = Row<
  'MatchPosition',
  | 'state'
  | 'rng_drawn'
  | 'version'
  | 'ply'
  | 'inputs'
  | 'head'
  | 'clock_key'
  | 'clock_started_at'
  | 'deadline_at'
  | 'clock_left'
  | 'draw_offers'
  | 'bot_due_at',
  { head: StreamHead; clock_left: number[] | null; draw_offers: DrawOffers | null }
>;

export type StoredMatch = Row<
  'Match',
  | 'id'
  | 'experience_id'
  | 'game_id'
  | 'game_version'
  | 'kind'
  | 'status'
  | 'options'
  | 'seed'
  | 'seed_commitment'
  | 'move_time_ms'
  | 'clock_base_ms'
  | 'clock_increment_ms'
  | 'omniscient_delay_s'
  | 'rated'
  | 'unrated'
  | 'outcome'
  | 'end_reason'
  | 'started_at'
  | 'ended_at'
  | 'closed_at',
  { kind: MatchKind; status: MatchStatus; outcome: Outcome | null; unrated: Unrated | null }
> &
  StoredPosition & { seats: SeatColumns[] | null };

/** The columns of a match with its position and its seats, from `matches m JOIN match_positions p`. */
export const COLUMNS = `m.*, p.*, (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.seat) FROM match_seats s WHERE s.match_id = m.id) AS seats`;

const MATCHES = 'matches m JOIN match_positions p ON p.match_id = m.id';

/** What every move changes. */
const toPosition = (row: StoredPosition) => ({
  state: row.state,
  rngDrawn: row.rng_drawn,
  version: row.version,
  ply: row.ply,
  inputs: row.inputs,
  head: row.head,
  clockKey: row.clock_key,
  clockStartedAt: row.clock_started_at,
  deadlineAt: row.deadline_at,
  clockLeftMs: row.clock_left,
  drawOffers: row.draw_offers,
  botDueAt: row.bot_due_at,
});

/** What changes in a match while it runs. */
export type Position = ReturnType<typeof toPosition> & Pick<MatchRow, 'unrated'>;

export const toMatch = (row: StoredMatch): MatchRow => ({
  ...toPosition(row),
  id: row.id,
  experienceId: row.experience_id,
  gameId: row.game_id,
  gameVersion: row.game_version,
  kind: row.kind,
  status: row.status,
  options: row.options,
  seed: row.seed,
  seedCommitment: row.seed_commitment,
  moveTimeMs: row.move_time_ms,
  timeControl:
    row.clock_base_ms === null ? null : { baseMs: row.clock_base_ms, incrementMs: row.clock_increment_ms ?? 0 },
  omniscientDelayS: row.omniscient_delay_s,
  rated: row.rated,
  unrated: row.unrated,
  outcome: row.outcome,
  endReason: row.end_reason,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  closedAt: row.closed_at,
  seats: (row.seats ?? []).map((seat) => ({
    seat: seat.seat,
    kind: seat.kind,
    agentId: seat.agent_id,
    experienceAgentId: seat.experience_agent_id,
    sessionId: seat.session_id,
    strength: seat.strength,
    displayName: seat.display_name,
    isGuest: seat.is_guest,
    eloBefore: seat.elo_before,
    isProvisional: seat.is_provisional,
    eloAfter: seat.elo_after,
  })),
});

/** Matches by id, with their seats. */
export async function findMatches(ids: readonly string[], on: Queryable = pool()): Promise<MatchRow[]> {
  const rows = await sql<StoredMatch>(
    'matches.find',
    `SELECT ${COLUMNS} FROM ${MATCHES} WHERE m.id = ANY ($1::uuid[])`,
    [ids],
    on,
  );
  return rows.map(toMatch);
}

/** The position of a running match; null when it is over or does not exist. One look-up by two keys. */
export async function findPosition(id: string): Promise<Position | null> {
  const [row] = await sql<StoredPosition & Pick<StoredMatch, 'unrated'>>(
    'matches.position',
    `SELECT p.*, m.unrated FROM ${MATCHES} WHERE m.id = $1 AND m.status = 'active'`,
    [id],
  );
  return row ? { ...toPosition(row), unrated: row.unrated } : null;
}

/** A match, locked for the rest of the transaction, or null. */
export async function lockMatch(client: Client, id: string): Promise<MatchRow | null> {
  const rows = await sql<StoredMatch>(
    'matches.lock',
    `SELECT ${COLUMNS} FROM ${MATCHES} WHERE m.id = $1 FOR UPDATE OF p`,
    [id],
    client,
  );
  return rows[0] ? toMatch(rows[0]) : null;
}

/**
 * A move of a seat that took effect, as the game took it: the input `n` of the match, or the last one of the seat. Null when
 * there is none. One index look-up.
 */
export async function findMove(of: { matchId: string; seat: number; n?: number }): Promise<{ move: unknown } | null> {
  const rows = await sql<{ move: unknown }>(
    'matches.move',
    `SELECT move FROM match_inputs WHERE match_id = $1 AND seat = $2 AND ($3::int IS NULL OR n = $3)
     ORDER BY n DESC LIMIT 1`,
    [of.matchId, of.seat, of.n ?? null],
  );
  const [row] = rows;
  if (!row) return null;
  const [move] = await restoreTexts(matchStream(of.matchId), [row.move]);
  return { move };
}

/** Moves the deadline of a position that has not changed meanwhile. */
export async function storeDeadline(of: { id: string; version: number }, deadlineAt: Date): Promise<void> {
  await sql(
    'matches.store_deadline',
    'UPDATE match_positions SET deadline_at = $3 WHERE match_id = $1 AND version = $2',
    [of.id, of.version, deadlineAt],
  );
}

/** Stores why a running match will not be rated. The first reason stays. */
export async function markUnrated(id: string, unrated: Unrated): Promise<void> {
  await sql(
    'matches.mark_unrated',
    `UPDATE matches SET unrated = $2::jsonb WHERE id = $1 AND status = 'active' AND unrated IS NULL`,
    [id, toJsonb(unrated)],
  );
}

/**
 * Active matches whose deadline has passed or, as `bots` allows, whose house bot is due, the longest overdue first. One
 * index scan.
 */
export async function findDue(args: {
  at: Date;
  limit: number;
  except: readonly string[];
  /** Whether house bots may move: in matches with players, and in those of house bots alone; in none of `except`. */
  bots: { withPlayers: boolean; alone: boolean; except: readonly string[] };
}): Promise<{ id: string; version: number }[]> {
  return sql<{ id: string; version: number }>(
    'matches.due',
    `SELECT match_id AS id, version FROM match_positions
     WHERE LEAST(deadline_at, bot_due_at) <= $1 AND match_id <> ALL ($3::uuid[]) AND (deadline_at <= $1
       OR (CASE WHEN has_players THEN $4::boolean ELSE $5::boolean END AND match_id <> ALL ($6::uuid[])))
     ORDER BY LEAST(deadline_at, bot_due_at) LIMIT $2`,
    [args.at, args.limit, args.except, args.bots.withPlayers, args.bots.alone, args.bots.except],
  );
}

/**
 * When the next deadline or house bot is due, or null; of the matches `botsExcept` only the deadline. Two index scans.
 */
export async function findNextDue(except: readonly string[], botsExcept: readonly string[]): Promise<Date | null> {
  const rows = await sql<{ due: Date | null }>(
    'matches.next_due',
    `SELECT LEAST(
       (SELECT LEAST(deadline_at, bot_due_at) FROM match_positions
        WHERE LEAST(deadline_at, bot_due_at) IS NOT NULL AND match_id <> ALL ($1::uuid[]) AND match_id <> ALL ($2::uuid[])
        ORDER BY LEAST(deadline_at, bot_due_at) LIMIT 1),
       (SELECT min(deadline_at) FROM match_positions
        WHERE match_id = ANY ($2::uuid[]) AND match_id <> ALL ($1::uuid[]))) AS due`,
    [except, botsExcept],
  );
  return rows[0]?.due ?? null;
}

/** Matches that ended and were not closed, because a process died in between. */
export async function findUnclosed(except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'matches.unclosed',
    `SELECT id FROM matches WHERE status <> 'active' AND closed_at IS NULL AND id <> ALL ($1::uuid[])
     ORDER BY ended_at LIMIT $2`,
    [except, limit],
  );
  return rows.map((row) => row.id);
}

registerDeletion('matches', {
  /** In its matches, and in their events where the name is a whole text. */
  async replaceName(client, { agentId, name }) {
    const renamed = await sql<{ stream: string; old: string }>(
      'matches.remove_name',
      `WITH own AS (SELECT match_id, seat, display_name FROM match_seats WHERE agent_id = $1 AND display_name <> $2),
            done AS (UPDATE match_seats s SET display_name = $2 FROM own
                     WHERE s.match_id = own.match_id AND s.seat = own.seat)
       SELECT 'match:' || match_id AS stream, display_name AS old FROM own`,
      [agentId, name],
      client,
    );
    await replaceTexts(
      client,
      renamed.map(({ stream, old }) => ({ stream, old, text: name })),
    );
  },
});

registerExport('matches', {
  'matches/matches': {
    about: 'Matches that agents played; everyone may read their records at /matches/<id>.',
    rows: `SELECT DISTINCT m.id, m.experience_id, m.game_id, m.kind, m.status, m.rated, m.outcome, m.end_reason,
      m.started_at, m.ended_at
      FROM matches m JOIN match_seats s ON s.match_id = m.id
      WHERE s.agent_id = ANY ($2)`,
  },
  'matches/seats': {
    about: 'The own seats in them.',
    rows: `SELECT match_id, seat, kind, agent_id, session_id, strength, display_name, elo_before, elo_after
      FROM match_seats
      WHERE agent_id = ANY ($2)`,
  },
  'matches/moves': {
    about: 'The own moves in them.',
    rows: `SELECT i.match_id, i.n, i.seat, i.move, i.spent_ms, i.at
      FROM match_inputs i JOIN match_seats s ON s.match_id = i.match_id AND s.seat = i.seat
      WHERE s.agent_id = ANY ($2)`,
    restore: { by: 'match_id', rows: restoreMoves },
  },
});

/** Moves of a match with their texts. At most one query. */
async function restoreMoves(matchId: string, rows: readonly JsonObject[]): Promise<JsonObject[]> {
  const moves = await restoreTexts(
    matchStream(matchId),
    rows.map(({ move }) => move),
  );
  return rows.map((row, index) => ({ ...row, move: moves[index] }));
}
