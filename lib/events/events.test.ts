import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Deferred, proceed } from '@/lib/core/deferred';
import { isUlid, newId, nextUlid, nextUlids } from '@/lib/core/ids';
import { EMPTY_HEAD, type StreamEvent } from '@/lib/core/stream';
import { pool, transaction } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import {
  appendEvents,
  appendIfHead,
  broadcast,
  busHealthy,
  deferEvents,
  followStream,
  hasEvent,
  numberEvents,
  onBroadcast,
  publish,
  readEvents,
  readEventsOfStreams,
  readHead,
  readNewestEvents,
  startBus,
  stopBus,
  waitForEvents,
} from './index';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const message = (text: string, audience?: StreamEvent['audience']) => ({ type: 'said', data: { text }, audience });

async function append(stream: string, ...events: ReturnType<typeof message>[]): Promise<StreamEvent[]> {
  const appended = await transaction((client) => appendEvents(client, stream, events));
  publish(appended);
  return appended;
}

/** Commits as another process would: this process learns of it by the notification only. */
async function appendElsewhere(stream: string, text: string): Promise<void> {
  await transaction(async (client) => {
    await appendEvents(client, stream, [message(text)]);
    await client.query(`SELECT pg_notify('botplay', $1)`, [
      JSON.stringify({ o: 'another', t: 'streams', p: [stream] }),
    ]);
  });
}

const texts = (events: StreamEvent[]) => events.map((event) => event.data.text);
const until = async (condition: () => boolean) => {
  for (let tries = 0; tries < 1_500 && !condition(); tries++) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('event ids', () => {
  it('sort in the order of creation, within a millisecond and after the clock was set back', () => {
    let id = nextUlid(null, 1_700_000_000_000);
    for (const nowMs of [...Array(500).fill(1_700_000_000_000), ...Array(50).fill(1_600_000_000_000)]) {
      const next = nextUlid(id, nowMs);
      expect(next > id).toBe(true);
      expect(isUlid(next)).toBe(true);
      id = next;
    }
  });

  it('are unique and sorted in a large batch of hidden and public events', () => {
    const hidden = Array.from({ length: 1_000 }, (_, index) => index % 3 !== 0);
    let previous: string | null = null;
    for (let round = 0; round < 5; round++) {
      const ids: string[] = nextUlids(previous, hidden, 1_700_000_000_000);
      expect(ids).toHaveLength(hidden.length);
      expect(ids.every(isUlid)).toBe(true);
      expect([...new Set([previous ?? '', ...ids])].sort()).toEqual([previous ?? '', ...ids]);
      previous = ids.at(-1) ?? null;
    }
  });

  it.each([1, 3])('do not reveal whether %i hidden events lie between two public ones', (count) => {
    const samples = 1_500;
    const secrets = Array.from({ length: count }, () => message('hidden', 'seat:1'));
    const publicGaps = (between: ReturnType<typeof message>[]) =>
      Array.from({ length: samples }, () => {
        const events = [message('a'), ...between, message('c')];
        const { events: numbered } = numberEvents({ stream: 's', head: EMPTY_HEAD, events, at: new Date() });
        const [first, second] = numbered.filter(({ audience }) => audience === 'public');
        expect([first?.seq, second?.seq]).toEqual([1, 2]);
        return numberOf(second?.id ?? '') - numberOf(first?.id ?? '');
      });
    // The distance is above this by chance once in a million times.
    expect(distance(publicGaps([]), publicGaps(secrets))).toBeLessThan(2.7 * Math.sqrt(2 / samples));
  });
});

/** The random part of a ULID as a number. */
const numberOf = (ulid: string): number =>
  [...ulid.slice(10)].reduce((sum, letter) => sum * 32 + '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter), 0);

/** Kolmogorov–Smirnov distance of two samples of one size: 0 for equal ones, 1 for disjoint ones. */
function distance(one: number[], other: number[]): number {
  const share = (sample: number[], upTo: number) => sample.filter((value) => value <= upTo).length / sample.length;
  return Math.max(
    ...one.filter((_, index) => index % 10 === 0).map((at) => Math.abs(share(one, at) - share(other, at))),
  );
}

describe('a stream', () => {
  it('returns the newest events of a long stream, oldest first', async () => {
    const stream = `agent:${newId()}`;
    await append(
      stream,
      ...Array.from({ length: 1_200 }, (_, n) => message(`${n}`, n % 2 === 0 ? 'seat:0' : 'public')),
    );
    const newest = await readNewestEvents({ stream, audiences: ['public'], limit: 3 });
    expect(texts(newest)).toEqual(['1195', '1197', '1199']);
    expect(texts(await readNewestEvents({ stream, audiences: 'all', limit: 2 }))).toEqual(['1198', '1199']);
  });

  it('returns the first events of several streams that an audience may read, each in order', async () => {
    const [one, other, empty] = Array.from({ length: 3 }, () => `agent:${newId()}`) as [string, string, string];
    await append(one, message('1'), message('hidden', 'seat:0'), message('2'), message('3'));
    await append(other, message('a'));
    await append(one, message('4'));
    const found = await readEventsOfStreams({ streams: [one, other, empty], audiences: ['public'], limit: 3 });
    expect([...found].map(([stream, events]) => [stream, texts(events)])).toEqual(
      expect.arrayContaining([
        [one, ['1', '2', '3']],
        [other, ['a']],
      ]),
    );
    expect(found.size).toBe(2);
    const all = await readEventsOfStreams({ streams: [one], audiences: 'all', limit: 2 });
    expect(texts(all.get(one) ?? [])).toEqual(['1', 'hidden']);
  });

  it('numbers each audience without gaps under concurrent writes', async () => {
    const stream = `match:${newId()}`;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        append(stream, message(`${index}`, index % 3 === 0 ? 'seat:0' : 'public')),
      ),
    );
    const all = await readEvents({ stream, audiences: 'all' });
    for (const audience of ['public', 'seat:0'] as const) {
      const seqs = all.filter((event) => event.audience === audience).map((event) => event.seq);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    }
    expect(texts(await readEvents({ stream, audiences: ['public'] }))).toHaveLength(20);
  });

  it('delivers stored and live events once and in order, from this process and another', async () => {
    const stream = `match:${newId()}`;
    const received: StreamEvent[] = [];
    await append(stream, message('0'));
    const stop = followStream({
      stream,
      after: null,
      audiences: 'all',
      onEvents: (events) => received.push(...events),
    });
    for (let index = 1; index <= 40; index++) {
      if (index % 4 === 0) await appendElsewhere(stream, `${index}`);
      else await append(stream, message(`${index}`));
    }
    await until(() => received.length >= 41);
    stop();
    expect(texts(received)).toEqual(Array.from({ length: 41 }, (_, index) => `${index}`));
  });

  it('follows on after a read of its stored events has failed, without a gap', async () => {
    const stream = `match:${newId()}`;
    const received: StreamEvent[] = [];
    const opened: StreamEvent[] = [];
    const stopOther = followStream({
      stream,
      after: null,
      audiences: 'all',
      onEvents: (events) => opened.push(...events),
    });
    await append(stream, message('stored'));
    await until(() => opened.length > 0);
    const lock = await pool().connect();
    await lock.query('BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const stop = followStream({
      stream,
      after: null,
      audiences: 'all',
      onEvents: (events) => received.push(...events),
    });
    const cancelReader = `SELECT pg_cancel_backend(pid) AS "isCanceled" FROM pg_locks
      WHERE NOT granted AND relation = 'events'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    for (let canceled = 0; canceled === 0; ) canceled = (await lock.query(cancelReader)).rowCount ?? 0;
    await lock.query('COMMIT');
    lock.release();
    await append(stream, message('live'));
    await until(() => received.length >= 2);
    stop();
    stopOther();
    expect(texts(received)).toEqual(['stored', 'live']);
  });

  it('answers a waiting reader only with events that it may read', async () => {
    const stream = `match:${newId()}`;
    const waiting = waitForEvents({ stream, after: null, audiences: ['public'], timeoutMs: 5_000 });
    await append(stream, message('secret', 'seat:1'));
    await appendElsewhere(stream, 'open');
    expect(texts(await waiting)).toEqual(['open']);
  });

  it('answers a waiting reader with [] at the timeout and immediately when it aborts', async () => {
    const stream = `match:${newId()}`;
    expect(await waitForEvents({ stream, after: null, audiences: 'all', timeoutMs: 30 })).toEqual([]);
    const aborting = new AbortController();
    const startedMs = Date.now();
    const waiting = waitForEvents({
      stream,
      after: null,
      audiences: 'all',
      timeoutMs: 10_000,
      signal: aborting.signal,
    });
    setTimeout(() => aborting.abort(), 30);
    expect(await waiting).toEqual([]);
    expect(Date.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('a reader that waits again and again', () => {
  it('gets every event once and in order, from this process and another', async () => {
    const stream = `social:${newId()}`;
    const received: string[] = [];
    const reading = (async () => {
      for (let after = ''; received.length < 60; ) {
        const events = await waitForEvents({ stream, after, audiences: ['public'], timeoutMs: 10_000 });
        received.push(...(texts(events) as string[]));
        after = events.at(-1)?.id ?? after;
        if (received.length % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    for (let index = 0; index < 60; index++) {
      if (index % 5 === 0) await append(stream, message('hidden', 'seat:0'));
      if (index % 3 === 0) await appendElsewhere(stream, `${index}`);
      else await append(stream, message(`${index}`));
    }
    await reading;
    expect(received).toEqual(Array.from({ length: 60 }, (_, index) => `${index}`));
  });

  it('does not get an event again that it read before this process heard of it', async () => {
    const stream = `social:${newId()}`;
    await append(stream, message('first'));
    for (let index = 0; index < 20; index++) {
      await appendElsewhere(stream, `${index}`);
      const [newest] = await readNewestEvents({ stream, audiences: ['public'], limit: 1 });
      const after = newest?.id ?? '';
      expect(texts(await waitForEvents({ stream, after, audiences: ['public'], timeoutMs: 20 }))).toEqual([]);
    }
  });

  it('gets new events in the turn of their commit, and never events that skip others', async () => {
    const stream = `social:${newId()}`;
    const [first] = await append(stream, message('first'));
    const wait = async (after: string) => {
      const answers: unknown[] = [];
      const found = await deferEvents({
        stream,
        after,
        audiences: ['public'],
        timeoutMs: 5_000,
        isAnsweredInTurn: true,
      });
      proceed(found, (events) => void answers.push(texts(events)));
      return { answers, end: () => found instanceof Deferred && found.end() };
    };
    // The tail is not open yet: what is published now may follow stored events that only the database knows.
    const opening = wait(first?.id ?? '');
    const [second] = await append(stream, message('second'));
    expect((await opening).answers).toEqual([['second']]);
    const { answers } = await wait(second?.id ?? '');
    await append(stream, message('hidden', 'seat:0'), message('third'));
    expect(answers).toEqual([['third']]);
    await append(stream, message('fourth'));
    expect(answers).toEqual([['third']]);
    const [newest] = await readNewestEvents({ stream, audiences: ['public'], limit: 1 });
    const ended = await wait(newest?.id ?? '');
    ended.end();
    await append(stream, message('fifth'));
    expect(ended.answers).toEqual([[]]);
  });

  it('costs no query when it comes back with the cursor of a recent event', async () => {
    const stream = `social:${newId()}`;
    const [first] = await append(stream, message('first'));
    const read = (after: string) => waitForEvents({ stream, after, audiences: ['public'], timeoutMs: 5_000 });
    expect(texts(await read(''))).toEqual(['first']);
    const [second] = await append(stream, message('second'), message('hidden', 'seat:0'));
    let queries = 0;
    const count = () => void queries++;
    pool().on('acquire', count);
    expect(texts(await read(first?.id ?? ''))).toEqual(['second']);
    expect(await hasEvent({ stream, id: second?.id ?? '', audiences: ['public'] })).toBe(true);
    const waiting = read(second?.id ?? '');
    pool().off('acquire', count);
    expect(queries).toBe(0);
    await append(stream, message('third'));
    expect(texts(await waiting)).toEqual(['third']);
    const hidden = (await readEvents({ stream, audiences: 'all' })).find(({ audience }) => audience === 'seat:0');
    expect(await hasEvent({ stream, id: hidden?.id ?? '', audiences: ['public'] })).toBe(false);
  });
});

describe('an append at a known head', () => {
  it('is stored and delivered, and stores nothing when the head has moved or the condition is false', async () => {
    const stream = `social:${newId()}`;
    await append(stream, message('first'));
    const head = (await readHead(stream)) ?? EMPTY_HEAD;
    const attempt = (text: string, isAllowed: boolean, at = head, ...more: ReturnType<typeof message>[]) =>
      appendIfHead({
        name: 'test.append_if_head',
        stream,
        head: at,
        events: [message(text), ...more],
        condition: { sql: (first) => `$${first}::boolean`, values: [isAllowed] },
      });
    expect(await attempt('refused', false)).toBeNull();
    const waiting = waitForEvents({ stream, after: head.lastId, audiences: 'all', timeoutMs: 5_000 });
    const second = await attempt('second', true);
    publish(second?.events ?? []);
    expect(texts(await waiting)).toEqual(['second']);
    expect(await attempt('stale', true)).toBeNull();
    expect(await attempt('stale', true, head, message('too'))).toBeNull();
    const third = await attempt('third', true, second?.head, message('fourth'));
    const fifth = await attempt('fifth', true, third?.head);
    const stored = await readEvents({ stream, audiences: 'all' });
    expect(texts(stored)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    const appended = [second, third, fifth].flatMap((part) => part?.events ?? []);
    expect(stored.slice(1)).toEqual(appended.map(({ previousId: _, ...event }) => event));
  });
});

describe('the bus', () => {
  it('reconnects after a broken connection and delivers what was committed meanwhile', async () => {
    const stream = `match:${newId()}`;
    const received: StreamEvent[] = [];
    const stop = followStream({
      stream,
      after: null,
      audiences: 'all',
      onEvents: (events) => received.push(...events),
    });
    await append(stream, message('before'));
    await pool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'botplay-bus' AND datname = current_database()`,
    );
    await until(() => !busHealthy());
    await appendElsewhere(stream, 'meanwhile');
    await until(() => received.length >= 2);
    stop();
    expect(texts(received)).toEqual(['before', 'meanwhile']);
    await until(busHealthy);
    expect(busHealthy()).toBe(true);
  });

  it('delivers a broadcast to its own process immediately and once', async () => {
    const received: unknown[] = [];
    const stop = onBroadcast('catalog', (payload) => received.push(payload));
    await broadcast('catalog', { id: 'x' });
    expect(received).toEqual([{ id: 'x' }]);
    // What another process appends later arrives after a second delivery would have.
    const stream = `match:${newId()}`;
    const later: StreamEvent[] = [];
    const leave = followStream({ stream, after: null, audiences: 'all', onEvents: (events) => later.push(...events) });
    await appendElsewhere(stream, 'later');
    await until(() => later.length === 1);
    for (const end of [stop, leave]) end();
    expect(received).toEqual([{ id: 'x' }]);
  });
});

describe('a transcript', () => {
  it('contains only events of the wanted types that the reader may read, newest last', async () => {
    const stream = `match:${newId()}`;
    await transaction((client) =>
      appendEvents(client, stream, [
        message('one'),
        { type: 'phase_changed', data: {} },
        message('secret', 'team:a'),
        message('two'),
        { type: 'phase_changed', data: {} },
        message('three'),
      ]),
    );
    const texts = (events: StreamEvent[]) => events.map(({ data }) => data.text);
    const wanted = { stream, audiences: ['public'] as const, types: ['said'] };
    expect(texts(await readEvents(wanted))).toEqual(['one', 'two', 'three']);
    expect(texts(await readNewestEvents({ ...wanted, limit: 2 }))).toEqual(['two', 'three']);
    const everything = await readNewestEvents({ ...wanted, audiences: 'all', limit: 3 });
    expect(texts(everything)).toEqual(['secret', 'two', 'three']);
  });
});
