import { toJsonb } from '@/lib/core/json';
import {
  EMPTY_HEAD,
  type EventAudience,
  matchStream,
  type NewEvent,
  type StreamEvent,
  type StreamHead,
  type StreamName,
} from '@/lib/core/stream';
import { plannedPool, pool, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import { rowsOf } from '@/lib/data/rows';
import { numberEvents } from './numbering';

export type Audiences = 'all' | readonly EventAudience[];

type EventRow = Row<
  'Event',
  'stream' | 'id' | 'audience' | 'seq' | 'type' | 'at' | 'data',
  { audience: EventAudience; data: Record<string, unknown> }
>;

const toEvent = (row: EventRow): StreamEvent => ({ ...row });

/** Events as parameters of a statement. */
export const EVENT_ROWS = rowsOf<StreamEvent>('e', {
  stream: ['text', ({ stream }) => stream],
  id: ['text', ({ id }) => id],
  audience: ['text', ({ audience }) => audience],
  seq: ['int', ({ seq }) => seq],
  type: ['text', ({ type }) => type],
  at: ['timestamptz', ({ at }) => at],
  data: ['json', ({ data }) => toJsonb(data)],
});

/** SQL that stores EVENT_ROWS from parameter `$first` on. Text appended to it may join `e` to exclude events. */
export const insertEvents = (first: number): string => insertFrom(EVENT_ROWS.from(first));

const insertFrom = (rows: string): string =>
  `INSERT INTO events (stream, id, audience, seq, type, at, data)
   SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data FROM ${rows}`;

/**
 * Appends to a stream whose head is in stream_heads: locks the head, numbers and stores the events. Two round trips.
 * Call `publish` with the result after the commit: it wakes the readers of all processes.
 */
export async function appendEvents(
  client: Queryable,
  stream: StreamName,
  events: readonly NewEvent[],
): Promise<StreamEvent[]> {
  if (events.length === 0) return [];
  const head = await lockHead(client, stream);
  const numbered = numberEvents({ stream, head, events, at: new Date() });
  await sql(
    'events.append',
    `WITH head AS (UPDATE stream_heads SET head = $2::jsonb WHERE stream = $1)
     ${insertEvents(3)}`,
    [stream, toJsonb(numbered.head), ...EVENT_ROWS.values(numbered.events)],
    client,
  );
  return numbered.events;
}

/**
 * Appends to a stream in one statement, if its head is still `head` and `condition` holds.
 * Null when nothing was stored: the head has moved, or the condition is false. Call `publish` with the events.
 * @param name of the prepared statement; one for each condition
 * @param condition SQL whose parameters begin at `$first`
 */
export async function appendIfHead(args: {
  name: string;
  stream: StreamName;
  head: StreamHead;
  events: readonly NewEvent[];
  condition: { sql: (first: number) => string; values: readonly unknown[] };
}): Promise<{ events: StreamEvent[]; head: StreamHead } | null> {
  const { name, stream, head, condition } = args;
  const numbered = numberEvents({ stream, head, events: args.events, at: new Date() });
  const [first, ...others] = numbered.events;
  const isOne = first !== undefined && others.length === 0;
  const rows = await sql(
    isOne ? `${name}.one` : name,
    `WITH head AS (
       UPDATE stream_heads SET head = $2::jsonb
       WHERE stream = $1 AND head = $3::jsonb AND (${condition.sql(4 + EVENT_ROWS.width)}) RETURNING stream),
          added AS (${insertFrom(isOne ? EVENT_ROWS.fromOne(4) : EVENT_ROWS.from(4))} CROSS JOIN head)
     SELECT 1 FROM head`,
    [
      stream,
      toJsonb(numbered.head),
      toJsonb(head),
      ...(isOne ? EVENT_ROWS.valuesOfOne(first) : EVENT_ROWS.values(numbered.events)),
      ...condition.values,
    ],
    plannedPool(),
  );
  return rows.length === 0 ? null : numbered;
}

/** The head of a stream; null before its first event. */
export async function readHead(stream: StreamName): Promise<StreamHead | null> {
  const rows = await sql<Row<'StreamHeadRow', 'head', { head: StreamHead }>>(
    'events.read_head',
    'SELECT head FROM stream_heads WHERE stream = $1',
    [stream],
  );
  return rows[0]?.head ?? null;
}

/** Locks the head of a stream for the rest of the transaction and returns it. */
export async function lockHead(client: Queryable, stream: StreamName): Promise<StreamHead> {
  const rows = await sql<Row<'StreamHeadRow', 'head', { head: StreamHead }>>(
    'events.lock_head',
    `INSERT INTO stream_heads (stream, head) VALUES ($1, $2::jsonb)
     ON CONFLICT (stream) DO UPDATE SET head = stream_heads.head RETURNING head`,
    [stream, toJsonb(EMPTY_HEAD)],
    client,
  );
  return (rows[0] as { head: StreamHead }).head;
}

// Why `concat($1::text)`: it is not evaluated while a statement is planned, so PostgreSQL keeps one plan, which finds the partition when
// it begins. With the parameter alone it plans each execution anew from some twenty partitions on, because a plan for one
// value names one partition: that takes as long as reading a replay.

/**
 * The condition of one stream, `$1`, and what the name of its statement ends with. That of a stream that is not of a match names the
 * partition by a literal: then a plan has this one, and not all months, which are opened and locked at each execution. A stream of a match is
 * in one of the months.
 */
function partOf(stream: StreamName): { suffix: string; where: string } {
  const where = 'stream = concat($1::text)';
  const matches = matchStream('');
  const afterMatches = `${matches.slice(0, -1)};`;
  if (stream < matches) return { suffix: '_before_matches', where: `${where} AND stream < '${matches}'` };
  if (stream >= afterMatches) return { suffix: '_after_matches', where: `${where} AND stream >= '${afterMatches}'` };
  return { suffix: '', where };
}

/** Events of a stream after `after` (an event id; null or '' for the start) that `audiences` may read, in order. One query on the primary key. */
export async function readEvents(args: {
  stream: StreamName;
  after?: string | null;
  audiences: Audiences;
  /** Only events of these types; every type without it. */
  types?: readonly string[];
  limit?: number;
}): Promise<StreamEvent[]> {
  const { types } = args;
  const part = partOf(args.stream);
  const rows = await sql<EventRow>(
    `events.read${types ? '_types' : ''}${part.suffix}`,
    `SELECT stream, id, audience, seq, type, at, data FROM events
     WHERE ${part.where} AND id > $2::bpchar AND ($3::text[] IS NULL OR audience = ANY ($3::text[]))
       ${types ? 'AND type = ANY ($5::text[])' : ''}
     ORDER BY id LIMIT $4`,
    [
      args.stream,
      args.after ?? '',
      args.audiences === 'all' ? null : args.audiences,
      args.limit ?? 1000,
      ...(types ? [types] : []),
    ],
  );
  return rows.map(toEvent);
}

/**
 * The first `limit` events of each of these streams that `audiences` may read, in order; a stream without any is absent. One
 * query with one look-up of the primary key for each stream.
 */
export async function readEventsOfStreams(args: {
  streams: readonly StreamName[];
  audiences: Audiences;
  limit: number;
}): Promise<Map<StreamName, StreamEvent[]>> {
  const rows = await sql<EventRow>(
    'events.read_streams',
    `SELECT e.* FROM unnest($1::text[]) AS s(stream) CROSS JOIN LATERAL (
       SELECT stream, id, audience, seq, type, at, data FROM events
       WHERE events.stream = s.stream AND ($2::text[] IS NULL OR audience = ANY ($2::text[]))
       ORDER BY id LIMIT $3) AS e
     ORDER BY e.stream, e.id`,
    [args.streams, args.audiences === 'all' ? null : args.audiences, args.limit],
  );
  const events = new Map<StreamName, StreamEvent[]>();
  for (const row of rows) {
    const event = toEvent(row);
    const others = events.get(event.stream);
    if (others) others.push(event);
    else events.set(event.stream, [event]);
  }
  return events;
}

/**
 * Some events by their streams and ids, of every audience, in no order. One query on the primary key; where all streams are of matches
 * only the months between them are opened.
 */
export async function readEventsById(events: readonly { stream: StreamName; id: string }[]): Promise<StreamEvent[]> {
  const streams = events.map(({ stream }) => stream);
  const areMatches = streams.every((stream) => stream.startsWith(matchStream('')));
  const ordered = areMatches ? streams.toSorted() : [];
  const rows = await sql<EventRow>(
    areMatches ? 'events.read_by_id_of_matches' : 'events.read_by_id',
    `SELECT e.stream, e.id, e.audience, e.seq, e.type, e.at, e.data
       FROM unnest($1::text[], $2::text[]) AS k(stream, id) JOIN events e ON e.stream = k.stream AND e.id = k.id::char(26)
       ${areMatches ? 'AND e.stream >= concat($3::text) AND e.stream <= concat($4::text)' : ''}`,
    [streams, events.map(({ id }) => id), ...(areMatches ? [ordered[0] ?? '', ordered.at(-1) ?? ''] : [])],
  );
  return rows.map(toEvent);
}

/**
 * The events of a stream that `audiences` may read after the event `cursor`; null when they may read no event with this
 * id. One query on the primary key, which also checks the cursor.
 */
export async function readEventsAfterCursor(args: {
  stream: StreamName;
  cursor: string;
  audiences: Audiences;
  limit: number;
}): Promise<StreamEvent[] | null> {
  const part = partOf(args.stream);
  const rows = await sql<EventRow>(
    `events.read_after_cursor${part.suffix}`,
    `SELECT stream, id, audience, seq, type, at, data FROM events
     WHERE ${part.where} AND id >= $2::bpchar AND ($3::text[] IS NULL OR audience = ANY ($3::text[]))
     ORDER BY id LIMIT $4`,
    [args.stream, args.cursor, args.audiences === 'all' ? null : args.audiences, args.limit + 1],
  );
  const [first, ...later] = rows;
  return first?.id === args.cursor ? later.map(toEvent) : null;
}

/**
 * The last events of a stream that `audiences` may read, oldest first; with `types` only those, for a transcript; with
 * `contains`, of the last `limit` events those whose data contain one of these (`@>` of jsonb). One query on the primary
 * key, from its end: it reads the events of one stream until it has enough.
 */
export async function readNewestEvents(args: {
  stream: StreamName;
  audiences: Audiences;
  types?: readonly string[];
  contains?: readonly Record<string, unknown>[];
  limit: number;
}): Promise<StreamEvent[]> {
  const { types, contains } = args;
  const part = partOf(args.stream);
  const newest = `SELECT stream, id, audience, seq, type, at, data FROM events
     WHERE ${part.where} AND ($2::text[] IS NULL OR audience = ANY ($2::text[]))
       ${types ? 'AND type = ANY ($4::text[])' : ''}
     ORDER BY id DESC LIMIT $3`;
  const found = `SELECT * FROM (${newest}) AS newest WHERE data::jsonb @> ANY ($${types ? 5 : 4}::jsonb[]) ORDER BY id DESC`;
  const rows = await sql<EventRow>(
    `events.read_newest${types ? '_types' : ''}${contains ? '_containing' : ''}${part.suffix}`,
    contains ? found : newest,
    [
      args.stream,
      args.audiences === 'all' ? null : args.audiences,
      args.limit,
      ...(types ? [types] : []),
      ...(contains ? [contains.map((part) => toJsonb(part))] : []),
    ],
  );
  return rows.map(toEvent).reverse();
}

/**
 * The last event of a stream up to the id `upTo` that `audiences` may read; with `field`, the last one whose data have
 * that field. Null when there is none. One query on the primary key, from there back.
 */
export async function findLastEvent(args: {
  stream: StreamName;
  upTo: string;
  audiences: Audiences;
  field?: string;
}): Promise<StreamEvent | null> {
  const part = partOf(args.stream);
  const rows = await sql<EventRow>(
    `events.find_last${part.suffix}`,
    `SELECT stream, id, audience, seq, type, at, data FROM events
     WHERE ${part.where} AND id <= $2::bpchar AND ($3::text[] IS NULL OR audience = ANY ($3::text[]))
       AND ($4::text IS NULL OR data->($4::text) IS NOT NULL)
     ORDER BY id DESC LIMIT 1`,
    [args.stream, args.upTo, args.audiences === 'all' ? null : args.audiences, args.field ?? null],
  );
  return rows[0] ? toEvent(rows[0]) : null;
}

/** Deletes streams with their events. */
export async function deleteStreams(client: Queryable, streams: readonly StreamName[]): Promise<void> {
  await sql('events.delete_streams', 'DELETE FROM events WHERE stream = ANY ($1::text[])', [streams], client);
  await sql('events.delete_heads', 'DELETE FROM stream_heads WHERE stream = ANY ($1::text[])', [streams], client);
}

/** Deletes the events of these streams whose data do not have a field. */
export async function deleteEventsWithout(field: string, streams: readonly StreamName[]): Promise<void> {
  await sql(
    'events.delete_without',
    'DELETE FROM events WHERE stream = ANY ($1::text[]) AND data->($2::text) IS NULL',
    [streams, field],
  );
}

/**
 * Replaces a text in the data of a stream's events wherever it is a whole JSON string. One query for each of the old texts: a
 * query changes a row once, and an event may have several of them.
 */
export async function replaceTexts(
  client: Queryable,
  replacements: readonly { stream: StreamName; old: string; text: string }[],
): Promise<void> {
  for (const old of new Set(replacements.map((one) => one.old))) {
    const equal = replacements.filter((one) => one.old === old);
    await sql(
      'events.replace_texts',
      `UPDATE events e SET data = replace(e.data::text, $2, r.text)::json
       FROM unnest($1::text[], $3::text[]) AS r(stream, text)
       WHERE e.stream = r.stream AND position($2 in e.data::text) > 0`,
      [equal.map(({ stream }) => stream), JSON.stringify(old), equal.map(({ text }) => JSON.stringify(text))],
      client,
    );
  }
}

/**
 * Replaces every name that stands beside the id of an agent in the events of these streams. Reads them all; one query, and
 * one more for each name that the agent had.
 */
export async function removeNameBeside(
  client: Queryable,
  of: { agentId: string; name: string; streams: readonly StreamName[] },
): Promise<void> {
  const rows = await sql<{ stream: StreamName; old: string }>(
    'events.names_beside',
    `SELECT DISTINCT e.stream, n.value #>> '{}' AS old
     FROM events e, jsonb_path_query(e.data::jsonb, '$.** ? (@.agent_id == $agent).display_name',
                                     jsonb_build_object('agent', $1::text)) AS n(value)
     WHERE e.stream = ANY ($2::text[]) AND position($1 in e.data::text) > 0 AND n.value #>> '{}' <> $3`,
    [of.agentId, of.streams, of.name],
    client,
  );
  await replaceTexts(
    client,
    rows.map((row) => ({ ...row, text: of.name })),
  );
}

/** Replaces the name beside everything that an agent has said and done in social lobbies; reads all their events. */
export async function removeAuthorName(client: Queryable, of: { agentId: string; name: string }): Promise<void> {
  await sql(
    'events.remove_author',
    `UPDATE events SET data = jsonb_set(data::jsonb, '{display_name}', to_jsonb($2::text))::json
     WHERE stream >= 'social:' AND stream < 'social;' AND data->>'display_name' IS NOT NULL
       AND $1 IN (data->>'agent_id', data->>'proposer_agent_id')`,
    [of.agentId, of.name],
    client,
  );
}

/** Id of the newest event of a stream that `audiences` may read, or null. */
export async function lastEventId(stream: StreamName, audiences: Audiences = 'all'): Promise<string | null> {
  const part = partOf(stream);
  const rows = await sql<Row<'Event', 'id'>>(
    `events.last${part.suffix}`,
    `SELECT id FROM events WHERE ${part.where} AND ($2::text[] IS NULL OR audience = ANY ($2::text[])) ORDER BY id DESC LIMIT 1`,
    [stream, audiences === 'all' ? null : audiences],
    pool(),
  );
  return rows[0]?.id ?? null;
}

/** Whether a stream has an event with this id that `audiences` may read. One look-up of the primary key. */
export async function hasStoredEvent(args: {
  stream: StreamName;
  id: string;
  audiences: Audiences;
  type?: string;
}): Promise<boolean> {
  const part = partOf(args.stream);
  const rows = await sql(
    `events.has${part.suffix}`,
    `SELECT 1 FROM events WHERE ${part.where} AND id = $2::bpchar AND ($3::text[] IS NULL OR audience = ANY ($3::text[]))
     AND ($4::text IS NULL OR type = $4)`,
    [args.stream, args.id, args.audiences === 'all' ? null : args.audiences, args.type ?? null],
  );
  return rows.length > 0;
}

/** Id of the newest event of each of these streams that has one. One query with one index look-up per stream. */
export async function newestEventIds(streams: readonly StreamName[]): Promise<Map<StreamName, string>> {
  const rows = await sql<Row<'Event', 'stream' | 'id'>>(
    'events.newest',
    `SELECT s.stream, e.id FROM unnest($1::text[]) AS s(stream)
     CROSS JOIN LATERAL (SELECT id FROM events WHERE events.stream = s.stream ORDER BY id DESC LIMIT 1) AS e`,
    [streams],
  );
  return new Map(rows.map(({ stream, id }) => [stream, id]));
}
