import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pool } from '@/lib/data/database';
import {
  listStudySessions,
  readLinkedStudyLog,
  readStudyExport,
  readStudyLog,
  readStudyReplay,
  readStudyState,
} from '@/lib/domain/relay';
import { MAX_SESSION_EVENTS } from '@/lib/domain/relay/change-room';
import { CANARY } from '@/lib/domain/relay/testing/list-app';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { logOf, readAll, useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { page, agent, newRoom, dataDirectory } = useRelay();

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
    const log = await readAll(await readStudyLog({ ...reader, sessionId }));
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
    expect(JSON.stringify(await readAll(await readStudyLog({ ...reader, sessionId })))).toContain('Ada');
    const exported = await readAll(await readStudyLog({ ...reader, sessionId, isAnonymous: true }));
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

  test('of many events is read and written complete, page by page', async () => {
    const roomName = newRoom();
    await page(roomName);
    const one = await agent(roomName, { ext: { app: null } });
    const sessionId = String((await one.ask('session.start', { studyId: 's', participantId: 'p' })).payload.sessionId);
    await Promise.all(Array.from({ length: 560 }, () => one.ask('snapshot.get')));
    const { ext } = await one.ask('session.end', { reason: 'r' });
    const { searchParams } = new URL(String(ext?.log), 'http://relay');
    const [until, token] = [searchParams.get('until') ?? '', searchParams.get('token') ?? ''];
    const lines = await readAll(await readLinkedStudyLog({ sessionId, until, token }));
    expect(lines.map(({ eventIndex }) => eventIndex)).toEqual(lines.map((_, index) => index));
    expect(lines.length).toBeGreaterThan(2 * 560);
    expect(lines.at(-1)?.type).toBe('session.ended');
    const file = await readFile(path.join(dataDirectory(), `logs/study/${sessionId}.jsonl`), 'utf8');
    expect(file.trimEnd().split('\n')).toEqual(lines.map((line) => JSON.stringify(line)));
  });

  test('has a number of events: then it takes only its end, and who comes and goes is not logged', async () => {
    const roomName = newRoom();
    const host = await page(roomName);
    const one = await agent(roomName, { ext: { app: null } });
    const sessionId = String((await one.ask('session.start', { studyId: 's', participantId: 'p' })).payload.sessionId);
    await pool().query('UPDATE relay_rooms SET event_count = $2, version = version + 1 WHERE name = $1', [
      roomName,
      MAX_SESSION_EVENTS,
    ]);
    for (const type of ['snapshot.get', 'tool.call', 'agent.message'])
      expect((await one.ask(type, { toolName: 'pick', reason: 'r', text: 't' })).payload).toMatchObject({
        code: 'TOOL_EXECUTION_FAILED',
        message: expect.stringContaining('Send session.end'),
      });
    expect((await host.ask('user.message', { text: 't' })).type).toBe('error');
    const other = await agent(roomName);
    other.close();
    await host.until(({ type, payload }) => type === 'presence.changed' && payload.agents === 2);
    expect((await one.ask('session.end', { reason: 'r' })).type).toBe('session.ended');
    const log = await logOf(sessionId);
    expect(log.map(({ type }) => type)).toEqual([
      'session.start',
      'session.started',
      'state.shown',
      'session.end',
      'session.ended',
    ]);
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
    const lines = await readAll(await readLinkedStudyLog({ sessionId, until, token }));
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
