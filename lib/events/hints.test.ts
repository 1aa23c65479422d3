import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { isAlone } from './bus';
import { followHints, isProcessAlive, sendHints, startBus, stopBus } from './index';
import { groupOf } from './read-groups';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

/** Sends what another process would. */
const sendAs = (from: string, topic: string, payload: unknown) =>
  pool().query(`SELECT pg_notify('botplay', $1)`, [JSON.stringify({ o: from, t: topic, p: payload })]);

const name = () => `thing:${newId()}`;

it('a hint calls those who follow its name, from here and from another process, until they stop', async () => {
  const [followed, other] = [name(), name()];
  const calls: string[] = [];
  const stops = [followHints(followed, () => calls.push('first')), followHints(followed, () => calls.push('second'))];
  sendHints([followed, other]);
  expect(calls.splice(0)).toEqual(['first', 'second']);
  stops[0]?.();
  await sendAs('another', 'streams', [other, followed]);
  await expect.poll(() => calls.splice(0)).toEqual(['second']);
  // Late, by the group: the change met the announcement that this process follows it.
  await sendAs('another', 'stream_groups', [groupOf(followed)]);
  await expect.poll(() => calls.splice(0)).toEqual(['second']);
  stops[1]?.();
  sendHints([followed]);
  expect(calls).toEqual([]);
});

it('a hint is sent to other processes only where one follows its name', async () => {
  // Until it has listened for a while, a process wakes the others for every name.
  await expect.poll(isAlone, { timeout: 15_000 }).toBe(true);
  const [followed, unfollowed] = [name(), name()];
  const id = newId();
  const client = await pool().connect();
  const sent: unknown[] = [];
  client.on('notification', ({ payload = '' }) => {
    const { t, p } = JSON.parse(payload) as { t: string; p: unknown };
    if (t === 'streams' || t === 'stream_groups') sent.push(p);
  });
  await client.query('LISTEN botplay');
  try {
    await sendAs(id, 'reads', { from: id, number: 1, all: Buffer.alloc(2_048).toString('base64') });
    await sendAs(id, 'processes', id);
    await expect.poll(() => isProcessAlive(id)).toBe(true);
    sendHints([followed, unfollowed]);
    await sendAs(id, 'reads', { from: id, number: 2, added: [groupOf(followed)] });
    await expect.poll(() => sent.splice(0)).toEqual([[groupOf(followed)]]);
    sendHints([unfollowed]);
    sendHints([followed]);
    await expect.poll(() => sent.splice(0)).toEqual([[followed]]);
  } finally {
    client.release(true);
  }
});
