import { describe, expect, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { performed } from '@/lib/domain/relay/testing/list-app';
import { useDatabase } from '@/lib/testing/database';
import type { RelayClient } from './testing/relay-server';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();
const { page, agent, session, newRoom } = useRelay();

const selected = (item: string) => (frame: { type: string; payload: object }) =>
  frame.type === 'state.updated' && JSON.stringify(frame.payload).includes(`"selected":"${item}"`);

describe('after a broken connection', () => {
  test('an agent that comes back gets what it missed, in order, and of several states the newest', async () => {
    const { roomName, host, sessionId } = await session();
    const first = await agent(roomName, { ext: { token: 'not-needed-here' } });
    const { member } = first.joined.ext as { member: string };
    await first.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
    const { seq = 0 } = await first.call('pick', { itemId: 'a' });
    first.close();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 1);
    for (const text of ['one', 'two']) host.send('user.message', { text });
    host.send('user.action', { action: { pick: 'b' } });
    await host.until(selected('b'));
    const back = await agent(roomName, { ext: { member, after: seq } });
    await back.until(selected('b'));
    const missed = back.frames.slice(2).filter(({ type }) => type !== 'presence.changed');
    expect(missed.map(({ type, payload }) => [type, payload.text])).toEqual([
      ['user.message', 'one'],
      ['user.message', 'two'],
      ['state.updated', undefined],
    ]);
    const seqs = back.frames.slice(2).map((frame) => frame.seq ?? 0);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    const indexes = (await logOf(sessionId)).map(({ eventIndex }) => eventIndex);
    expect(indexes).toEqual(indexes.map((_, index) => index));
  });

  test('a request that was answered before the break is not done twice', async () => {
    const { roomName } = await session();
    const first = await agent(roomName, { ext: { app: null } });
    const { member } = first.joined.ext as { member: string };
    await first.call('pick', { itemId: 'a' });
    const frame = {
      v: 'mvp-0.2',
      type: 'tool.call',
      id: 'same',
      payload: { toolName: 'order', params: {}, reason: 'r' },
    };
    first.raw(frame);
    const { payload, seq } = await first.until(({ replyTo }) => replyTo === 'same');
    const before = performed.length;
    first.close();
    const back = await agent(roomName, { ext: { member, after: seq } });
    back.raw(frame);
    expect((await back.until(({ replyTo }) => replyTo === 'same')).payload).toEqual(payload);
    expect(performed).toHaveLength(before);
  });

  /** An agent that has come back after `sent` was answered, and a frame as it is sent with an id. */
  async function comeBack(roomName: string, sent: object[]) {
    const first = await agent(roomName, { ext: { app: null } });
    const { member } = first.joined.ext as { member: string };
    await first.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
    for (const frame of sent) {
      first.raw(frame);
      await first.until(({ replyTo }) => replyTo === (frame as { id: string }).id);
    }
    first.close();
    return agent(roomName, { ext: { member } });
  }
  const frameOf = (type: string, id: string, payload: object = {}) => ({ v: 'mvp-0.2', type, id, payload });
  const pick = (id: string, itemId: string) =>
    frameOf('tool.call', id, { toolName: 'pick', params: { itemId }, reason: 'r' });

  test('an id that is used again for another request, or in another session, is a new request', async () => {
    const { roomName, sessionId } = await session();
    const back = await comeBack(roomName, [pick('req-003', 'a'), frameOf('snapshot.get', 'req-004')]);
    back.raw(pick('req-003', 'b'));
    expect((await back.until(({ replyTo }) => replyTo === 'req-003')).payload).toMatchObject({
      uiSpec: { state: { selected: 'b' } },
    });
    await back.ask('session.end', { reason: 'r' });
    const { payload } = await back.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
    expect(payload.sessionId).not.toBe(sessionId);
    back.frames.length = 0;
    back.raw(frameOf('snapshot.get', 'req-004'));
    expect((await back.until(({ replyTo }) => replyTo === 'req-004')).payload).toMatchObject(payload);
    for (const itemId of ['a', 'b']) {
      back.frames.length = 0;
      back.raw(pick('req-003', itemId));
      expect(await back.until(({ replyTo }) => replyTo === 'req-003')).toMatchObject({
        type: 'tool.result',
        payload: { uiSpec: { state: { selected: itemId } } },
      });
    }
  });

  test('a request that is repeated is looked for among a bounded number of events', async () => {
    const { roomName, agent: other } = await session();
    const back = await comeBack(roomName, [frameOf('snapshot.get', 'early')]);
    const countStored = async () => {
      const stored = await pool().query(`SELECT 1 FROM events WHERE data->'internal'->>'id' = 'early'`);
      return stored.rows.length;
    };
    const repeat = async () => {
      back.frames.length = 0;
      back.raw(frameOf('snapshot.get', 'early'));
      await back.until(({ replyTo }) => replyTo === 'early');
      return countStored();
    };
    expect(await repeat()).toBe(1);
    await Promise.all(Array.from({ length: 200 }, () => other.ask('snapshot.get')));
    expect(await repeat()).toBe(2);
  });

  test('what was missed is sent to who was in the room, and not from the time of an earlier participant', async () => {
    const roomName = newRoom();
    const earlier = await page(roomName, { participant: 'secret-of-the-first' });
    const first = await agent(roomName, { ext: { app: null } });
    const { member } = first.joined.ext as { member: string };
    await first.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
    earlier.send('user.message', { text: 'of the first' });
    await first.until(({ type }) => type === 'user.message');
    first.close();
    await earlier.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 0);
    earlier.send('user.message', { text: 'missed' });
    await earlier.until(({ payload }) => JSON.stringify(payload).includes('"missed"'));
    const missedBy = (one: RelayClient) => one.frames.filter(({ type }) => type === 'user.message').length;

    for (const ext of [{ after: 0 }, { after: 0, member: 'abcdefghijklmnopqrstuvwx' }]) {
      const stranger = await agent(roomName, { ext });
      await stranger.ask('snapshot.get');
      expect(missedBy(stranger)).toBe(0);
    }
    const back = await agent(roomName, { ext: { member, after: first.joined.seq ?? 0 } });
    await back.ask('session.end', { reason: 'r' });
    expect(missedBy(back)).toBe(2);

    earlier.close();
    await back.until(({ type, payload }) => type === 'presence.changed' && payload.host === false);
    const later = await page(roomName, { participant: 'secret-of-the-second', ext: { after: 0 } });
    await later.ask('snapshot.get');
    expect(later.ofType('session.ended')).toEqual([]);
    for (const ext of [{ after: 0 }, { after: 0, member }]) {
      const one = await agent(roomName, { ext });
      await one.ask('snapshot.get');
      expect([missedBy(one), one.ofType('session.ended').length]).toEqual([0, 0]);
    }
  });

  test('a member that a room does not know has not come back', async () => {
    const { roomName } = await session();
    const one = await agent(roomName, { ext: { member: 'abcdefghijklmnopqrstuvwx' } });
    one.raw(pick('same', 'a'));
    await one.until(({ replyTo }) => replyTo === 'same');
    one.frames.length = 0;
    one.raw(pick('same', 'a'));
    expect((await one.until(({ replyTo }) => replyTo === 'same')).payload.code).toBe('INVALID_MESSAGE');
  });

  test('a page that is closed during a call does not stop it', async () => {
    const { roomName, host, agent: one } = await session();
    const answer = one.call('pick', { itemId: 'b' });
    host.close();
    const { type, payload } = await answer;
    expect(type === 'tool.result' || payload.code === 'SESSION_NOT_ACTIVE').toBe(true);
    const back = await page(roomName);
    expect(back.joined.ext).toMatchObject({ uiSpec: { state: { selected: type === 'tool.result' ? 'b' : null } } });
    expect((await one.call('pick', { itemId: 'c' })).type).toBe('tool.result');
  });
});
