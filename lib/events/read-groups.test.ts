import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { StreamEvent } from '@/lib/core/stream';
import { pool, transaction } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { type Program, startProgram } from '@/lib/testing/program';
import { isAlone } from './bus';
import { appendEvents, broadcast, isProcessAlive, onBroadcast, publish, startBus, stopBus } from './index';
import { groupOf } from './read-groups';

useDatabase();
beforeAll(async () => {
  await startBus();
  // Until it has listened for a while, a process wakes the others for every stream.
  await until(isAlone);
});
afterAll(stopBus);

const message = (text: string) => ({ type: 'said', data: { text } });

async function append(stream: string, event: ReturnType<typeof message>): Promise<StreamEvent[]> {
  const appended = await transaction((client) => appendEvents(client, stream, [event]));
  publish(appended);
  return appended;
}

const until = async (condition: () => boolean) => {
  for (let tries = 0; tries < 1_500 && !condition(); tries++) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Calls `work` with what every wake-up that went by the database meanwhile names: streams, or groups of them where it is late. */
async function listenBeside(work: (wakeUps: (string | number)[][]) => Promise<void>): Promise<void> {
  const client = await pool().connect();
  const wakeUps: (string | number)[][] = [];
  client.on('notification', ({ payload = '' }) => {
    const { t, p } = JSON.parse(payload) as { t: string; p: (string | number)[] };
    if (t === 'streams' || t === 'stream_groups') wakeUps.push(p);
  });
  await client.query('LISTEN botplay');
  await work(wakeUps).finally(() => client.release(true));
}

describe('a wake-up of other processes', () => {
  const BUS_PROCESS = `${import.meta.dirname}/testing/bus-process.ts`;
  /** Sends what another process would. */
  const sendAs = (o: string, t: string, p: unknown) =>
    pool().query(`SELECT pg_notify('botplay', $1)`, [JSON.stringify({ o, t, p })]);

  it('is not sent while there are none, and is from the moment that one starts', async () => {
    expect(isAlone()).toBe(true);
    const stream = `match:${newId()}`;
    await listenBeside(async (wakeUps) => {
      await append(stream, message('unheard'));
      await broadcast('catalog', {});
      // A broadcast goes out after what was committed before it.
      expect(wakeUps).toEqual([]);
      const other = startProgram(BUS_PROCESS, { TEST_STREAM: stream });
      try {
        await other.heard('event unheard');
        await until(() => !isAlone());
        await append(stream, message('heard'));
        await until(() => wakeUps.length > 0);
        await other.heard('event heard');
        // By its group where a commit met the announcement that the other process reads it.
        for (const names of wakeUps) expect([[stream], [groupOf(stream)]]).toContainEqual(names);
      } finally {
        other.end();
      }
    });
  });

  it('is sent after the commit, once for many commits', async () => {
    const streams = Array.from({ length: 50 }, () => `match:${newId()}`);
    await listenBeside(async (wakeUps) => {
      await sendAs('a reader', 'processes', 'a reader');
      await until(() => isProcessAlive('a reader'));
      const committed = await Promise.all(
        streams.map((stream) => transaction((client) => appendEvents(client, stream, [message('x')]))),
      );
      await broadcast('catalog', {});
      expect(wakeUps).toEqual([]);
      for (const events of committed) publish(events);
      for (const events of committed) publish(events);
      await until(() => wakeUps.length > 0);
      expect(wakeUps).toEqual([streams]);
    });
  });

  it('is sent for the streams that another process reads, and late for one whose announcement met the commit', async () => {
    const [read, unread] = [`match:${newId()}`, `match:${newId()}`];
    const id = newId();
    const reads = (from: string, number: number, groups: object) => sendAs(from, 'reads', { from, number, ...groups });
    const nothing = { all: Buffer.alloc(2_048).toString('base64') };
    await listenBeside(async (wakeUps) => {
      await reads('a reader', 1, nothing);
      await reads(id, 1, nothing);
      await sendAs(id, 'processes', id);
      await until(() => isProcessAlive(id));
      await append(read, message('before it is read'));
      await append(unread, message('never read'));
      await reads(id, 3, { added: [groupOf(read)] });
      await until(() => wakeUps.length > 0);
      expect(wakeUps.splice(0)).toEqual([[groupOf(read)]]);
      // An announcement that was overtaken by a later one is ignored.
      await reads(id, 2, nothing);
      let isOver = false;
      const stop = onBroadcast('catalog', () => {
        isOver = true;
      });
      await sendAs(id, 'catalog', {});
      await until(() => isOver);
      stop();
      await append(read, message('read'));
      await append(unread, message('never read either'));
      await until(() => wakeUps.length > 0);
      expect(wakeUps).toEqual([[read]]);
    });
  });

  it('reaches every reader among processes that begin to read while others commit, without a sweep', async () => {
    const streams = Array.from({ length: 200 }, () => `match:${newId()}`);
    const [one, other] = [1, 2].map(() => startProgram(BUS_PROCESS, { TEST_SWEEPS: 'none' })) as [Program, Program];
    try {
      await Promise.all([one.heard('healthy'), other.heard('healthy')]);
      await until(() => !isAlone());
      for (const [index, stream] of streams.entries()) {
        one.say(`follow: ${stream}`);
        if (index % 2 === 0) other.say(`follow: ${stream}`);
        // Before, while and after they announce it and read its end.
        for (let event = 0; event < 4; event++) await append(stream, message(`${index}.${event}`));
      }
      const expected = streams.flatMap((_, index) => [0, 1, 2, 3].map((event) => `event ${index}.${event}`));
      const ofOther = expected.filter((line) => Number(line.slice(6).split('.')[0]) % 2 === 0);
      const eventsOf = ({ lines }: Program) => lines.filter((line) => line.startsWith('event ')).sort();
      await until(() => eventsOf(one).length >= expected.length && eventsOf(other).length >= ofOther.length);
      expect(eventsOf(one)).toEqual(expected.toSorted());
      expect(eventsOf(other)).toEqual(ofOther.toSorted());
    } finally {
      one.end();
      other.end();
    }
  });
});
