import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { canonicalJson, toStorableJson } from '@/lib/core/json';
import { sha256Hex } from '@/lib/core/rng';
import { plannedPool, sql } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import type { LeagueFault } from './leagues.schema';

/** A message of a transcript in full up to this size as JSON; a larger one is recorded by its hash. */
const MAX_RECORDED_CHARACTERS = 8_192;

/** A message between the referee and a player, with what came back, in the words of a transcript. */
export interface Exchange {
  player_id: string;
  /** `not_sent`: no connection could be made. */
  direction: 'sent' | 'not_sent' | 'received';
  message_type: string;
  game_round: number | null;
  at: string;
  answered_at: string | null;
  fault: LeagueFault | null;
  message: unknown;
  /** Null when none came. */
  answer: unknown;
  /** When the answer to a request for a move must be in. */
  due_at?: string;
  /** Why the answer before did not count, as it was sent to the player. */
  previous_error?: string;
  /** Why a move of the right form was not taken. */
  refusal?: string;
}

/** A stored exchange of a fixture. */
export interface ExchangeRow {
  /** Of version 7, in the order of the exchanges. */
  id: string;
  fixtureId: string;
  /** Canonical JSON of an `Exchange`, as it is in the transcript. */
  json: string;
}

const ROWS = rowsOf<ExchangeRow>('e', {
  id: ['uuid', ({ id }) => id],
  fixture_id: ['uuid', ({ fixtureId }) => fixtureId],
  entry: ['json', ({ json }) => json],
});

/** Exchanges of all fixtures that happen while a statement is on its way share the next one. */
const writes = () =>
  once(
    'leagues.exchanges',
    () =>
      new Batches<ExchangeRow, null>({
        isRepeatHarmless: true,
        send: async (rows) => {
          await insertExchanges(rows);
          return rows.map(() => null);
        },
        maxItems: 256,
        maxInFlight: 1,
      }),
  );

/**
 * Stores an exchange of a fixture, with large values replaced by their hashes; resolves when other processes can read it.
 * @param id places it among the others: of version 7, made when the exchange began
 */
export async function storeExchange(fixtureId: string, exchange: Exchange, id = newId()): Promise<void> {
  await writes().add({ id, fixtureId, json: toJson(exchange) });
}

function toJson(exchange: Exchange): string {
  const json = canonicalJson(exchange);
  // Neither of the two values is larger than both with what surrounds them.
  if (json.length > MAX_RECORDED_CHARACTERS) {
    const { message, answer } = exchange;
    return toStorable(canonicalJson({ ...exchange, message: bounded(message), answer: bounded(answer) }));
  }
  return toStorable(json);
}

/** Canonical JSON that PostgreSQL stores as it is. */
function toStorable(json: string): string {
  const storable = toStorableJson(json);
  return storable === json ? json : canonicalJson(JSON.parse(storable));
}

/** A value, or its hash when its JSON is large. */
function bounded(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text.length <= MAX_RECORDED_CHARACTERS) return value;
  return { omitted: true, characters: text.length, sha256: sha256Hex(text) };
}

/**
 * Stores exchanges in one statement, without waiting for the disk: the commit of the move that follows flushes it too,
 * because the write-ahead log is flushed in order. A row that is stored already stays, and a fixture with a transcript
 * gets none: another process has refereed it meanwhile.
 */
async function insertExchanges(rows: readonly ExchangeRow[]): Promise<void> {
  await sql(
    'leagues.insert_exchanges',
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     INSERT INTO league_exchanges (id, fixture_id, entry)
     SELECT e.* FROM ${ROWS.from(1)} JOIN league_fixtures f ON f.id = e.fixture_id CROSS JOIN relaxed
     WHERE NOT EXISTS (SELECT 1 FROM league_transcripts t WHERE t.fixture_id = e.fixture_id)
     ON CONFLICT (fixture_id, id) DO NOTHING`,
    ROWS.values(rows),
    plannedPool(),
  );
}

/** The exchanges of fixtures, in order. One index scan for each fixture. */
export async function findExchanges(fixtureIds: readonly string[]): Promise<ExchangeRow[]> {
  return sql<ExchangeRow>(
    'leagues.exchanges',
    `SELECT id, fixture_id AS "fixtureId", entry::text AS json FROM league_exchanges
     WHERE fixture_id = ANY ($1::uuid[]) ORDER BY id`,
    [fixtureIds],
    plannedPool(),
  );
}

/** A stored exchange, read. */
export const readExchange = ({ json }: ExchangeRow): Exchange => JSON.parse(json) as Exchange;
