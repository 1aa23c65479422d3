import { canonicalJson, toStorableJson } from '@/lib/core/json';
import { plannedPool, pool, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import { rowsOf } from '@/lib/data/rows';
import type { LeagueFault, TechnicalLoss } from './leagues.schema';

/** A message between the referee and a player, with what came back. */
export interface ExchangeRow {
  /** Of version 7, in the order of the exchanges. */
  id: string;
  fixtureId: string;
  playerId: string;
  direction: 'sent' | 'received';
  messageType: string;
  gameRound: number | null;
  at: Date;
  message: unknown;
  answer: unknown;
  answeredAt: Date | null;
  fault: LeagueFault | null;
  /** The exchange as it is in the transcript: canonical JSON of a `WireExchange`. */
  json: string;
}

/** Exchanges of a fixture that are stored together. */
type GroupRow = Fields<'LeagueExchange', 'id' | 'fixtureId' | 'entries', { entries: StoredExchange[] }>;

const GROUP_ROWS = rowsOf<readonly ExchangeRow[]>('e', {
  id: ['uuid', ([first]) => first?.id],
  fixture_id: ['uuid', ([first]) => first?.fixtureId],
  entries: ['json', (exchanges) => `[${exchanges.map(toEntry).join()}]`],
});

/**
 * Exchanges by fixture. A group has the id of its first exchange, so a referee knows the groups of its own by the exchanges
 * that it has sent; those that players have sent by themselves are apart.
 */
function groupExchanges(exchanges: readonly ExchangeRow[]): ExchangeRow[][] {
  const groups = new Map<string, ExchangeRow[]>();
  for (const exchange of exchanges) {
    const key = `${exchange.fixtureId} ${exchange.direction}`;
    const group = groups.get(key);
    if (group) group.push(exchange);
    else groups.set(key, [exchange]);
  }
  return [...groups.values()];
}

/** An exchange in a transcript. */
interface WireExchange {
  player_id: string;
  direction: 'sent' | 'received';
  message_type: string;
  game_round: number | null;
  at: string;
  answered_at: string | null;
  fault: LeagueFault | null;
  message: unknown;
  answer: unknown;
}

type StoredExchange = WireExchange & { id: string };

/** An exchange with its JSON, which is made once: for its row and for the transcript. */
export function withJson(exchange: Omit<ExchangeRow, 'json'>): ExchangeRow {
  const wire: WireExchange = {
    player_id: exchange.playerId,
    direction: exchange.direction,
    message_type: exchange.messageType,
    game_round: exchange.gameRound,
    at: exchange.at.toISOString(),
    answered_at: exchange.answeredAt?.toISOString() ?? null,
    fault: exchange.fault,
    message: exchange.message,
    answer: exchange.answer,
  };
  return { ...exchange, json: canonicalJson(wire) };
}

const toEntry = ({ id, json }: ExchangeRow): string => `{"id":"${id}",${toStorableJson(json).slice(1)}`;

const toExchanges = ({ fixtureId, entries }: GroupRow): ExchangeRow[] =>
  entries.map(({ id, direction, at, fault, message, answer, ...entry }) =>
    withJson({
      id,
      fixtureId,
      playerId: entry.player_id,
      direction,
      messageType: entry.message_type,
      gameRound: entry.game_round,
      at: new Date(at),
      message,
      answer,
      answeredAt: entry.answered_at === null ? null : new Date(entry.answered_at),
      fault,
    }),
  );

const COLUMNS = 'id, fixture_id AS "fixtureId", entries';

/**
 * Stores exchanges of any fixtures in one statement, without waiting for the disk: the commit of the move that follows
 * flushes it too, because the write-ahead log is flushed in order.
 */
export async function insertExchanges(rows: readonly ExchangeRow[]): Promise<void> {
  await sql(
    'leagues.insert_exchanges',
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     INSERT INTO league_exchanges (id, fixture_id, entries)
     SELECT e.* FROM ${GROUP_ROWS.from(1)} JOIN league_fixtures f ON f.id = e.fixture_id CROSS JOIN relaxed`,
    GROUP_ROWS.values(groupExchanges(rows)),
    plannedPool(),
  );
}

const byId = (one: ExchangeRow, other: ExchangeRow): number => (one.id < other.id ? -1 : 1);

/** The exchanges of a fixture, in order. */
export async function findExchanges(fixtureId: string, on: Queryable = pool()): Promise<ExchangeRow[]> {
  const groups = await sql<GroupRow>(
    'leagues.exchanges',
    `SELECT ${COLUMNS} FROM league_exchanges WHERE fixture_id = $1`,
    [fixtureId],
    on,
  );
  return groups.flatMap(toExchanges).sort(byId);
}

const KNOWN_ROWS = rowsOf<{ id: string }>('k', { id: ['uuid', ({ id }) => id] });

/** The exchanges of fixtures that are not among the known ones. One statement. */
export async function findOtherExchanges(
  fixtureIds: readonly string[],
  known: readonly { id: string }[],
): Promise<ExchangeRow[]> {
  const groups = await sql<GroupRow>(
    'leagues.other_exchanges',
    `SELECT ${COLUMNS} FROM league_exchanges e
     WHERE fixture_id = ANY ($1::uuid[]) AND NOT EXISTS (SELECT 1 FROM ${KNOWN_ROWS.from(2)} WHERE k.id = e.id)`,
    [fixtureIds, ...KNOWN_ROWS.values(known)],
  );
  return groups.flatMap(toExchanges);
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
