import { toJsonb } from '@/lib/core/json';
import { plannedPool, pool, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import { rowsOf } from '@/lib/data/rows';
import type { LeagueFault, TechnicalLoss } from './leagues.schema';

export type ExchangeRow = Fields<
  'LeagueExchange',
  | 'id'
  | 'fixtureId'
  | 'playerId'
  | 'direction'
  | 'messageType'
  | 'gameRound'
  | 'at'
  | 'message'
  | 'answer'
  | 'answeredAt'
  | 'fault',
  { direction: 'sent' | 'received'; fault: LeagueFault | null }
>;

const EXCHANGE_ROWS = rowsOf<ExchangeRow>('e', {
  id: ['uuid', ({ id }) => id],
  fixture_id: ['uuid', ({ fixtureId }) => fixtureId],
  player_id: ['text', ({ playerId }) => playerId],
  direction: ['text', ({ direction }) => direction],
  message_type: ['text', ({ messageType }) => messageType],
  game_round: ['int', ({ gameRound }) => gameRound],
  at: ['timestamptz', ({ at }) => at],
  message: ['json', ({ message }) => toJsonb(message)],
  answer: ['json', ({ answer }) => (answer === null ? null : toJsonb(answer))],
  answered_at: ['timestamptz', ({ answeredAt }) => answeredAt],
  fault: ['text', ({ fault }) => fault],
});

const COLUMNS = `id, fixture_id AS "fixtureId", player_id AS "playerId", direction, message_type AS "messageType",
  game_round AS "gameRound", at, message, answer, answered_at AS "answeredAt", fault`;

/**
 * Stores exchanges of any fixtures in one statement, without waiting for the disk: the commit of the move that follows
 * flushes it too, because the write-ahead log is flushed in order.
 */
export async function insertExchanges(rows: readonly ExchangeRow[]): Promise<void> {
  await sql(
    'leagues.insert_exchanges',
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     INSERT INTO league_exchanges
       (id, fixture_id, player_id, direction, message_type, game_round, at, message, answer, answered_at, fault)
     SELECT e.* FROM ${EXCHANGE_ROWS.from(1)} JOIN league_fixtures f ON f.id = e.fixture_id CROSS JOIN relaxed`,
    EXCHANGE_ROWS.values(rows),
    plannedPool(),
  );
}

/** The exchanges of a fixture, in order. */
export async function findExchanges(fixtureId: string, on: Queryable = pool()): Promise<ExchangeRow[]> {
  return sql<ExchangeRow>(
    'leagues.exchanges',
    `SELECT ${COLUMNS} FROM league_exchanges WHERE fixture_id = $1 ORDER BY id`,
    [fixtureId],
    on,
  );
}

const KNOWN_ROWS = rowsOf<{ id: string }>('k', { id: ['uuid', ({ id }) => id] });

/** The exchanges of fixtures that are not among the known ones, in order. One statement. */
export async function findOtherExchanges(
  fixtureIds: readonly string[],
  known: readonly { id: string }[],
): Promise<ExchangeRow[]> {
  return sql<ExchangeRow>(
    'leagues.other_exchanges',
    `SELECT ${COLUMNS} FROM league_exchanges e
     WHERE fixture_id = ANY ($1::uuid[]) AND NOT EXISTS (SELECT 1 FROM ${KNOWN_ROWS.from(2)} WHERE k.id = e.id)
     ORDER BY id`,
    [fixtureIds, ...KNOWN_ROWS.values(known)],
  );
}

export interface NewTranscript {
  fixtureId: string;
  document: string;
  signature: string;
  technicalLoss: TechnicalLoss | null;
  at: Date;
}

const TRANSCRIPT_ROWS = rowsOf<NewTranscript>('t', {
  fixture_id: ['uuid', ({ fixtureId }) => fixtureId],
  document: ['text', ({ document }) => document],
  signature: ['text', ({ signature }) => signature],
  technical_loss: ['json', ({ technicalLoss }) => technicalLoss && JSON.stringify(technicalLoss)],
  at: ['timestamptz', ({ at }) => at],
});

/** Stores the signed transcripts of fixtures, each once, and removes their exchanges. One statement. */
export async function insertTranscripts(transcripts: readonly NewTranscript[]): Promise<void> {
  const fixtureIds = `${TRANSCRIPT_ROWS.parameter(1, 'fixture_id')}::uuid[]`;
  await sql(
    'leagues.insert_transcripts',
    `WITH added AS (
       INSERT INTO league_transcripts (fixture_id, document, signature, created_at)
       SELECT fixture_id, document, signature, at FROM ${TRANSCRIPT_ROWS.from(1)} ON CONFLICT (fixture_id) DO NOTHING),
     removed AS (DELETE FROM league_exchanges WHERE fixture_id = ANY (${fixtureIds}))
     UPDATE league_fixtures f SET technical_loss = t.technical_loss::jsonb
     FROM ${TRANSCRIPT_ROWS.from(1)} WHERE f.id = t.fixture_id AND t.technical_loss IS NOT NULL`,
    TRANSCRIPT_ROWS.values(transcripts),
    plannedPool(),
  );
}

/** Whether the transcript of a fixture is signed. */
export async function hasTranscript(fixtureId: string): Promise<boolean> {
  const rows = await sql('leagues.has_transcript', 'SELECT 1 FROM league_transcripts WHERE fixture_id = $1', [
    fixtureId,
  ]);
  return rows.length > 0;
}

export type TranscriptRow = Fields<'LeagueTranscript', 'document' | 'signature'> & { matchId: string };

/** The transcripts of a league by round and place, or that of one match. */
export async function findTranscripts(leagueUid: string, matchId: string | null): Promise<TranscriptRow[]> {
  return sql<TranscriptRow>(
    'leagues.transcripts',
    `SELECT t.document, t.signature, f.match_id AS "matchId"
     FROM league_fixtures f JOIN league_transcripts t ON t.fixture_id = f.id
     WHERE f.league_uid = $1 AND ($2::text IS NULL OR f.match_id = $2) ORDER BY f.round_id, f.number`,
    [leagueUid, matchId],
  );
}
