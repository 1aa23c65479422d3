import { describe, expect, test } from 'vitest';
import {
  listStudySessions,
  readLinkedStudyLog,
  readStudyExport,
  readStudyLog,
  readStudyReplay,
  readStudyState,
} from '@/lib/domain/relay';
import { CANARY } from '@/lib/domain/relay/testing/list-app';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { page, agent, newRoom } = useRelay();

/** A finished session of a signed-in owner, with the states that the agent saw after each call. */
async function finished() {
  const owner = await ownerFixture();
  const reader = { ownerId: owner.ownerId, isAdmin: false };
  const roomName = newRoom();
  const host = await page(roomName, { headers: { cookie: owner.cookie } });
  const one = await agent(roomName);
  host.send('user.action', { action: { pick: 'a' } });
  await host.until(({ type }) => type === 'state.updated');
  const { payload } = await one.ask('session.start', { studyId: 'pilot-01', participantId: 'Ada Lovelace' });
  const seen: unknown[] = [];
  for (const [name, params] of [
    ['pick', { itemId: 'b' }],
    ['pick', { itemId: 'c' }],
    ['order', {}],
    ['fly', {}],
    ['pick', { itemId: 'a' }],
    ['order', {}],
  ] as const) {
    await one.call(name, params);
    const { uiSpec, messageHistory } = (await one.ask('snapshot.get')).payload;
    seen.push({ uiSpec, messageHistory });
  }
  host.send('user.message', { text: 'My name is Ada.' });
  await one.until(({ type }) => type === 'user.message');
  await one.ask('session.end', { reason: 'study-complete' });
  return { reader, sessionId: payload.sessionId as string, seen };
}

describe('a study session', () => {
  test('is played again to the same state after every event', async () => {
    const { reader, sessionId, seen } = await finished();
    const log = [...(await readStudyLog({ ...reader, sessionId }))];
    const asked = log.filter(({ type }) => type === 'snapshot.get').map(({ eventIndex }) => eventIndex);
    for (const [index, eventIndex] of asked.entries()) {
      const state = await readStudyState({ ...reader, sessionId, eventIndex });
      expect({ uiSpec: state.ui_spec, messageHistory: state.message_history }).toEqual(seen[index]);
    }
    const first = await readStudyState({ ...reader, sessionId, eventIndex: 0 });
    expect(first).toMatchObject({
      event_index: 0,
      ui_spec: { state: { selected: 'a' } },
      tool_schema: [{ name: 'pick' }],
    });
    await expect(readStudyState({ ...reader, sessionId, eventIndex: log.length })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(JSON.stringify([log, first])).not.toContain(CANARY);
  });

  test('shows its steps with the reasons of the agent', async () => {
    const { reader, sessionId } = await finished();
    const { steps } = await readStudyReplay({ ...reader, sessionId });
    expect(steps.map(({ type }) => type)).toEqual([
      'session.start',
      ...Array(6).fill('tool.called'),
      'user.message',
      'session.ended',
    ]);
    const labels = ['Called pick', 'Called pick', 'Called order', null, 'Called pick', 'Called order'];
    expect(steps.map(({ label }) => label)).toEqual([null, ...labels, null, null]);
    expect(steps[1]?.payload).toMatchObject({ toolName: 'pick', reason: 'because', ok: true });
  });

  test('is exported without what names or quotes the participant', async () => {
    const { reader, sessionId } = await finished();
    expect(JSON.stringify([...(await readStudyLog({ ...reader, sessionId }))])).toContain('Ada');
    const exported = [...(await readStudyLog({ ...reader, sessionId, isAnonymous: true }))];
    expect(JSON.stringify(exported)).not.toContain('Ada');
    expect(exported.filter(({ type }) => type === 'user.message')[0]?.payload).toEqual({ text: '[removed]' });
  });

  test('is read by its owner alone; one without an owner by administrators', async () => {
    const { reader, sessionId } = await finished();
    const stranger = { ownerId: (await ownerFixture()).ownerId, isAdmin: true };
    for (const read of [readStudyLog, readStudyReplay])
      await expect(read({ ...stranger, sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const roomName = newRoom();
    await page(roomName);
    const one = await agent(roomName);
    const { payload } = await one.ask('session.start', { studyId: 's', participantId: 'p' });
    const unowned = payload.sessionId as string;
    expect((await readStudyReplay({ ...stranger, sessionId: unowned })).steps).toHaveLength(1);
    await expect(readStudyReplay({ ...reader, sessionId: unowned })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const listed = await listStudySessions({ ...stranger, cursor: null, limit: 10 });
    expect(listed.sessions.map(({ session_id }) => session_id)).toEqual([unowned]);
    expect(listed.sessions[0]).toMatchObject({ ended_at: null, event_count: 3 });
  });

  test('is downloaded by who was in it, by a link that holds for a week and for this session alone', async () => {
    const roomName = newRoom();
    await page(roomName);
    const [one, plain] = [await agent(roomName, { ext: { app: null } }), await agent(roomName)];
    const { payload } = await one.ask('session.start', { studyId: 's', participantId: 'p' });
    const sessionId = String(payload.sessionId);
    const ended = await one.ask('session.end', { reason: 'r' });
    const link = new URL(String(ended.ext?.log), 'http://relay');
    expect(link.pathname).toBe(`/relay/sessions/${sessionId}/log`);
    const [until, token] = [link.searchParams.get('until') ?? '', link.searchParams.get('token') ?? ''];
    const lines = [...(await readLinkedStudyLog({ sessionId, until, token }))];
    expect(lines.map(({ type }) => type).at(-1)).toBe('session.ended');
    expect((await plain.until(({ type }) => type === 'session.ended')).ext).toBeUndefined();
    const refused = [
      { sessionId, until, token: `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}` },
      { sessionId, until: String(Number(until) + 1), token },
      { sessionId: 's-20260101-001', until, token },
      { sessionId, until: 'never', token: '' },
    ];
    for (const wrong of refused) await expect(readLinkedStudyLog(wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    advanceClock(8 * 24 * 3_600_000);
    await expect(readLinkedStudyLog({ sessionId, until, token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is exported with all of its study, and nothing of another owner or study', async () => {
    const owner = await ownerFixture();
    const stranger = await ownerFixture();
    const ids: unknown[] = [];
    for (const [who, studyId] of [
      [owner, 'pilot-01'],
      [owner, 'pilot-01'],
      [owner, 'pilot-02'],
      [stranger, 'pilot-01'],
    ] as const) {
      const roomName = newRoom();
      await page(roomName, { headers: { cookie: who.cookie } });
      const one = await agent(roomName);
      ids.push((await one.ask('session.start', { studyId, participantId: 'Ada' })).payload.sessionId);
      await one.ask('session.end', { reason: 'r' });
    }
    const reader = { ownerId: owner.ownerId, isAdmin: false };
    const exported: { sessionId: string }[] = [];
    for await (const line of await readStudyExport({ ...reader, studyId: 'pilot-01', isAnonymous: true }))
      exported.push(line);
    expect([...new Set(exported.map(({ sessionId }) => sessionId))]).toEqual(ids.slice(0, 2));
    expect(JSON.stringify(exported)).not.toContain('Ada');
    await expect(readStudyExport({ ...reader, studyId: 'no-such', isAnonymous: false })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('is listed newest first, page by page', async () => {
    const owner = await ownerFixture();
    const roomName = newRoom();
    await page(roomName, { headers: { cookie: owner.cookie } });
    const one = await agent(roomName);
    const ids: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      ids.unshift((await one.ask('session.start', { studyId: 's', participantId: 'p' })).payload.sessionId);
      await one.ask('session.end', { reason: 'r' });
    }
    const reader = { ownerId: owner.ownerId, isAdmin: false };
    const first = await listStudySessions({ ...reader, cursor: null, limit: 2 });
    const second = await listStudySessions({ ...reader, cursor: first.nextCursor, limit: 2 });
    expect([...first.sessions, ...second.sessions].map(({ session_id }) => session_id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    await expect(listStudySessions({ ...reader, cursor: 'x', limit: 2 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});
