import { toJsonb } from '@/lib/core/json';
import { plannedPool, pool, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import { rowsOf } from '@/lib/data/rows';
import { FIXTURE } from './fixtures.repo';
import type { FixtureRow, TechnicalLoss } from './leagues.schema';
import { lockedLeagues } from './results.repo';

/**
 * Takes fixtures whose transcript is due, until `until`: a process that dies leaves them to another one. Rows that another
 * process takes at the same moment are skipped. One statement.
 */
export async function claimTranscripts(claim: { at: Date; until: Date; limit: number }): Promise<FixtureRow[]> {
  return sql<FixtureRow>(
    'leagues.claim_transcripts',
    `UPDATE league_fixtures f SET transcript_due_at = $2 WHERE f.id IN (
       SELECT id FROM league_fixtures WHERE transcript_due_at <= $1
       ORDER BY transcript_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${FIXTURE}`,
    [claim.at, claim.until, claim.limit],
  );
}

/** When the next transcript is due, or null. */
export async function findNextTranscriptDue(): Promise<Date | null> {
  const rows = await sql<{ due: Date | null }>(
    'leagues.next_transcript',
    `SELECT transcript_due_at AS due FROM league_fixtures WHERE transcript_due_at IS NOT NULL
     ORDER BY transcript_due_at LIMIT 1`,
    [],
  );
  return rows[0]?.due ?? null;
}

export interface NewTranscript {
  fixtureId: string;
  document: string;
  signature: string;
  technicalLoss: TechnicalLoss | null;
  at: Date;
}

const ROWS = rowsOf<NewTranscript>('t', {
  fixture_id: ['uuid', ({ fixtureId }) => fixtureId],
  document: ['text', ({ document }) => document],
  signature: ['text', ({ signature }) => signature],
  technical_loss: ['json', ({ technicalLoss }) => technicalLoss && toJsonb(technicalLoss)],
  at: ['timestamptz', ({ at }) => at],
});

/**
 * Stores the signed transcripts of fixtures, each once, and removes their exchanges. A technical loss that they found is
 * stored with the fixture and raises the version of its league. One statement.
 */
export async function insertTranscripts(transcripts: readonly NewTranscript[]): Promise<void> {
  const fixtureIds = `${ROWS.parameter(1, 'fixture_id')}::uuid[]`;
  await sql(
    'leagues.insert_transcripts',
    `WITH locked AS MATERIALIZED (${lockedLeagues(`f.id = ANY (${fixtureIds})`)}),
     added AS (
       INSERT INTO league_transcripts (fixture_id, document, signature, created_at)
       SELECT fixture_id, document, signature, at FROM ${ROWS.from(1)} ON CONFLICT (fixture_id) DO NOTHING),
     removed AS (DELETE FROM league_exchanges WHERE fixture_id = ANY (${fixtureIds})),
     done AS (
       UPDATE league_fixtures f SET transcript_due_at = NULL,
         technical_loss = COALESCE(t.technical_loss::jsonb, f.technical_loss)
       FROM ${ROWS.from(1)}, locked
       WHERE f.id = t.fixture_id AND f.league_uid = locked.id RETURNING f.league_uid, t.technical_loss)
     UPDATE leagues SET version = version + 1
     WHERE id IN (SELECT league_uid FROM done WHERE technical_loss IS NOT NULL)`,
    ROWS.values(transcripts),
    plannedPool(),
  );
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
    pool(),
  );
}
