import { beforeAll, describe, expect, it } from 'vitest';
import { advanceClock, now } from '@/lib/core/clock';
import { newId, uuidAt } from '@/lib/core/ids';
import { matchStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { makeMonths } from './make-months';
import { monthsAhead, type Partition, readPartitions } from './partitions';
import { MONTHLY_TABLES, monthAfter, monthName } from './tables';

useDatabase();
useClock();

const make = () => makeMonths(new AbortController().signal);
const rows = async (text: string, values: unknown[] = []) => (await pool().query(text, values)).rows;
const insertInput = (matchId: string, n: number) =>
  pool().query('INSERT INTO match_inputs (match_id, n, spent_ms, at) VALUES ($1, $2, 0, now())', [matchId, n]);
const partitionOf = async (matchId: string) =>
  (await rows('SELECT tableoid::regclass::text AS name FROM match_inputs WHERE match_id = $1', [matchId])).map(
    ({ name }) => name,
  );

/** The partitions of a table cover every value of its column, each once. */
function expectNoGap(partitions: readonly Partition[]) {
  for (const table of MONTHLY_TABLES) {
    const own = partitions.filter((one) => one.table === table);
    expect([own[0]?.from, own.at(-1)?.until], table.name).toEqual(['MINVALUE', 'MAXVALUE']);
    expect(
      own.slice(1).map(({ from }) => from),
      table.name,
    ).toEqual(own.slice(0, -1).map(({ until }) => until));
  }
}

describe('partitions of months', () => {
  it('cover every row before any month was made: nothing is ever refused for want of a partition', async () => {
    expectNoGap(await readPartitions());
    for (const at of [new Date(0), now(), monthAfter(now(), 40)]) await insertInput(uuidAt(at.getTime()), 1);
    expect(await partitionOf(uuidAt(monthAfter(now(), 40).getTime()))).toEqual(['partitions.match_inputs_later']);
  });

  it('are made three months ahead for every table, and take the rows that came in early', async () => {
    const next = monthAfter(now(), 3);
    const [early, stream] = [uuidAt(next.getTime() + 5), matchStream(uuidAt(next.getTime() + 5))];
    await insertInput(early, 1);
    await pool().query(
      `INSERT INTO events (stream, id, audience, seq, type, at, data) VALUES ($1, 'a', 'public', 1, 'x', now(), '{}')`,
      [stream],
    );
    await make();
    const partitions = await readPartitions();
    expectNoGap(partitions);
    expect(monthsAhead(partitions, now())).toBe(3);
    expect(await partitionOf(early)).toEqual([`partitions.match_inputs_${monthName(next)}`]);
    expect(await rows('SELECT tableoid::regclass::text AS name FROM events WHERE stream = $1', [stream])).toEqual([
      { name: `partitions.events_${monthName(next)}` },
    ]);
    await make();
    expect(await readPartitions(), 'nothing is left to make').toEqual(partitions);
  });

  it('are made while others hold the table for a while, after they let it go', async () => {
    const client = await pool().connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM match_inputs');
    const before = (await readPartitions()).length;
    advanceClock(32 * 24 * 3_600_000);
    const making = make();
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Who comes after the waiting change waits a moment with it, and no longer.
    const began = performance.now();
    await insertInput(newId(), 1);
    expect(performance.now() - began).toBeLessThan(450);
    await client.query('COMMIT');
    client.release();
    await making;
    expect((await readPartitions()).length).toBeGreaterThan(before);
    expect(monthsAhead(await readPartitions(), now())).toBe(3);
  });
});

describe('the database', () => {
  beforeAll(make);

  it('refuses a second input of a match at one place, a second event at one, and a second step by one key', async () => {
    const id = newId();
    await insertInput(id, 1);
    await expect(insertInput(id, 1)).rejects.toThrow('match_inputs');
    const event = (eventId: string, seq: number) =>
      pool().query(
        `INSERT INTO events (stream, id, audience, seq, type, at, data) VALUES ($1, $2, 'public', $3, 'x', now(), '{}')`,
        [matchStream(id), eventId, seq],
      );
    await event('a', 1);
    await expect(event('a', 2)).rejects.toThrow('duplicate key');
    await expect(event('b', 1)).rejects.toThrow('duplicate key');
    await pool().query(
      `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status) VALUES ($1, $1, $1, 'x', 'active')`,
      [id],
    );
    const step = (n: number) =>
      pool().query('INSERT INTO session_steps (session_id, step_number, idempotency_key) VALUES ($1, $2, $3)', [
        id,
        n,
        'k',
      ]);
    await step(1);
    await expect(step(1)).rejects.toThrow('duplicate key');
    await expect(step(2)).rejects.toThrow('duplicate key');
    await expect(
      pool().query('INSERT INTO session_steps (session_id, step_number) VALUES ($1, 1)', [newId()]),
    ).rejects.toThrow('foreign key');
  });

  it('keeps the keys of schema.prisma, each with the column of the partitions', async () => {
    const keys = await rows(
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY k.place) AS key
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, place)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
        WHERE c.relkind = 'p' AND i.indisprimary GROUP BY 1 ORDER BY 1`,
    );
    const listed = MONTHLY_TABLES.map(({ name, key }) => ({ name, key: [...key] }));
    expect(keys).toEqual(listed.sort((a, b) => (a.name < b.name ? -1 : 1)));
    expect(MONTHLY_TABLES.filter(({ key, column }) => !key.includes(column))).toEqual([]);
  });
});
