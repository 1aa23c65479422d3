import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY } from '@/lib/domain/relay/testing/list-app';
import { useDatabase } from '@/lib/testing/database';
import type { ClientFrame } from './testing/relay-server';
import { logOf, useRelay } from './testing/use-relay';

useDatabase();

const { client, page, agent, session, newRoom, dataDirectory } = useRelay();

/** What a session of one of everything leaves in the log. */
const LOGGED = [
  'in session.start',
  'out session.started',
  'internal state.shown',
  'in snapshot.get',
  'out snapshot.state',
  'in tool.call',
  'out tool.result',
  'out tool.called',
  'out state.updated',
  'in agent.message',
  'out state.updated',
  'in user.message',
  'out user.message',
  'out state.updated',
  'in user.action',
  'out state.updated',
  'in session.end',
  'out session.ended',
];

describe.each(['ws', 'io'] as const)('over %s', (kind) => {
  test('a session goes as the specification shows it', async () => {
    const roomName = newRoom();
    const host = await page(roomName);
    const one = await agent(roomName, { kind });
    expect(one.frames[0]).toEqual({ v: 'mvp-0.2', type: 'relay.hello', payload: {} });
    expect(one.frames[1]).toEqual({
      v: 'mvp-0.2',
      type: 'relay.joined',
      replyTo: expect.any(String),
      payload: { role: 'agent', sessionId: roomName },
    });
    const started = await one.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
    const { sessionId } = started.payload;
    expect(started).toMatchObject({
      type: 'session.started',
      payload: { sessionId: expect.stringMatching(/^s-\d{8}-\d{3}$/) },
    });
    const snapshot = await one.ask('snapshot.get');
    expect(snapshot).toEqual({
      v: 'mvp-0.2',
      type: 'snapshot.state',
      replyTo: snapshot.replyTo,
      payload: {
        sessionId,
        uiSpec: { stage: 'choose', items: ['a', 'b', 'c'], state: { selected: null } },
        messageHistory: [],
        toolSchema: [expect.objectContaining({ name: 'pick' }), expect.objectContaining({ name: 'order' })],
      },
    });
    const result = await one.call('pick', { itemId: 'b' }, 'The person likes b.');
    expect(result).toEqual({
      v: 'mvp-0.2',
      type: 'tool.result',
      replyTo: result.replyTo,
      payload: {
        ok: true,
        toolName: 'pick',
        uiSpec: expect.objectContaining({ state: { selected: 'b' } }),
        messageHistory: [expect.objectContaining({ action: 'pick', text: 'The person likes b.' })],
      },
    });
    const pushed = await one.until(({ type }) => type === 'state.updated');
    expect(pushed).toEqual({
      v: 'mvp-0.2',
      type: 'state.updated',
      payload: { source: 'agent', uiSpec: result.payload.uiSpec, messageHistory: result.payload.messageHistory },
    });
    await host.until(({ type, payload }) => type === 'state.updated' && payload.source === 'agent');
    expect(await host.until(({ type }) => type === 'tool.called')).toMatchObject({
      payload: { toolName: 'pick', params: { itemId: 'b' }, reason: 'The person likes b.', ok: true },
    });
    one.send('agent.message', { text: 'I picked b.' });
    await host.until(({ payload }) => JSON.stringify(payload.messageHistory ?? '').includes('I picked b.'));
    host.send('user.message', { text: 'I prefer c.' });
    expect(await one.until(({ type }) => type === 'user.message')).toEqual({
      v: 'mvp-0.2',
      type: 'user.message',
      payload: { text: 'I prefer c.', stage: 'chosen' },
    });
    host.send('user.action', { action: { pick: 'c' } });
    const clicked = await one.until(
      ({ type, payload }) =>
        type === 'state.updated' &&
        payload.uiSpec?.state !== undefined &&
        JSON.stringify(payload.uiSpec).includes('"selected":"c"'),
    );
    expect(clicked.payload.source).toBe('user');
    const ended = await one.ask('session.end', { reason: 'study-complete' });
    expect(ended).toEqual({
      v: 'mvp-0.2',
      type: 'session.ended',
      replyTo: ended.replyTo,
      payload: { sessionId, logFile: `logs/study/${sessionId}.jsonl`, stateReset: true },
    });
    await host.until(({ type }) => type === 'session.ended');
    const reset = await one.until(({ type, payload }) => type === 'state.updated' && payload.source === 'system');
    expect(reset.payload).toMatchObject({ uiSpec: { state: { selected: null } }, messageHistory: [] });
    expect(JSON.stringify([...one.frames, ...host.frames])).not.toContain(CANARY);
    const file = await fs.readFile(path.join(dataDirectory(), `logs/study/${sessionId}.jsonl`), 'utf8');
    expect(file).not.toContain(CANARY);
    const lines = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ eventIndex }) => eventIndex)).toEqual(lines.map((_, index) => index));
    expect(lines.map(({ direction, type }) => `${direction} ${type}`)).toEqual(LOGGED);
    for (const { id, replyTo, member, ...line } of lines)
      expect(line).toEqual({
        sessionId,
        eventIndex: expect.any(Number),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        direction: expect.any(String),
        type: expect.any(String),
        payload: expect.any(Object),
      });
  });
});

describe('errors', () => {
  test('frames that cannot be read are INVALID_MESSAGE and close nothing', async () => {
    const one = await client();
    const bad: [unknown, string | undefined][] = [
      ['{', undefined],
      ['[]', undefined],
      ['null', undefined],
      [{ v: 'mvp-0.2', id: 'a', payload: {} }, 'a'],
      [{ v: 'mvp-0.2', type: 7, id: 'b' }, 'b'],
      [{ v: 'mvp-0.1', type: 'relay.join', id: 'c', payload: {} }, 'c'],
      [{ type: 'relay.join', id: 'd', payload: {} }, 'd'],
      [{ v: 'mvp-0.2', type: 'no.such', id: 'e', payload: {} }, 'e'],
      [{ v: 'mvp-0.2', type: 'constructor', id: 'f', payload: {} }, 'f'],
      [{ v: 'mvp-0.2', type: 'relay.join', id: 'g', payload: [] }, 'g'],
      [{ v: 'mvp-0.2', type: 'relay.join', id: 'h', payload: { role: 'king' } }, 'h'],
      [{ v: 'mvp-0.2', type: 'relay.join', id: 8, payload: {} }, undefined],
      [`{"v":"mvp-0.2","type":"relay.join","id":"i","payload":{"__proto__":{}}}`, 'i'],
      [`"${'x'.repeat(300_000)}"`, undefined],
      [Buffer.from('{}'), undefined],
    ];
    for (const [index, [frame, replyTo]] of bad.entries()) {
      one.raw(frame);
      const errors = await one
        .until((_, at = one.ofType('error').length) => at === index + 1)
        .then(() => one.ofType('error'));
      expect(errors.at(-1)).toMatchObject({
        v: 'mvp-0.2',
        payload: { code: 'INVALID_MESSAGE', message: expect.any(String) },
      });
      expect(errors.at(-1)?.replyTo).toBe(replyTo);
    }
    expect((await one.ask('relay.join', { role: 'agent', sessionId: 'after-errors' })).type).toBe('relay.joined');
  });

  test('a message that is larger than four limits closes the connection', async () => {
    const one = await client();
    one.raw(`"${'x'.repeat(1_100_000)}"`);
    expect(await one.untilClosed()).toBe(1009);
  });

  test('everything before relay.join, without a page and before session.start is SESSION_NOT_ACTIVE', async () => {
    const types = ['session.start', 'snapshot.get', 'tool.call', 'agent.message', 'session.end'];
    const payload = { toolName: 'pick', params: {}, reason: 'r', text: 't', studyId: 's', participantId: 'p' };
    const one = await client();
    for (const type of types) expect((await one.ask(type, payload)).payload.code).toBe('SESSION_NOT_ACTIVE');
    await one.ask('relay.join', { role: 'agent', sessionId: 'no-page' });
    for (const type of types) expect((await one.ask(type, payload)).payload.code).toBe('SESSION_NOT_ACTIVE');
    const host = await page('no-page');
    for (const type of types.slice(1)) expect((await one.ask(type, payload)).payload.code).toBe('SESSION_NOT_ACTIVE');
    expect((await one.ask('session.start', payload)).type).toBe('session.started');
    host.close();
    await expect.poll(async () => (await one.ask('snapshot.get')).payload.code).toBe('SESSION_NOT_ACTIVE');
  });

  test('each code of a tool call is answered to the asker and logged', async () => {
    const { agent: one, host, sessionId } = await session();
    expect((await one.call('fly')).payload.code).toBe('UNKNOWN_TOOL');
    expect((await one.call('pick', { itemId: 'z' })).payload).toMatchObject({ code: 'INVALID_PARAMS' });
    for (const reason of ['', '   '])
      expect((await one.call('pick', { itemId: 'a' }, reason)).payload.code).toBe('INVALID_PARAMS');
    const without = await one.ask('tool.call', { toolName: 'pick', params: { itemId: 'a' } });
    expect(without.payload).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining('reason') });
    for (const payload of [
      { params: {}, reason: 'r' },
      { toolName: 'pick', params: [], reason: 'r' },
      { toolName: 7, reason: 'r' },
    ])
      expect((await one.ask('tool.call', payload)).payload.code).toBe('INVALID_PARAMS');
    const broken = await one.call('break');
    expect(broken.payload.code).toBe('TOOL_EXECUTION_FAILED');
    expect(JSON.stringify(broken)).not.toContain(CANARY);
    await one.call('unload');
    expect((await one.call('pick', { itemId: 'a' })).payload.code).toBe('NO_ACTIVE_SPEC');
    expect(
      (await host.until(({ type, payload }) => type === 'tool.called' && payload.ok === false)).payload,
    ).toMatchObject({
      toolName: 'fly',
      error: { code: 'UNKNOWN_TOOL' },
    });
    const errors = (await logOf(sessionId)).filter(({ type }) => type === 'error').map(({ payload }) => payload.code);
    expect(errors).toEqual([
      'UNKNOWN_TOOL',
      ...Array(7).fill('INVALID_PARAMS'),
      'TOOL_EXECUTION_FAILED',
      'NO_ACTIVE_SPEC',
    ]);
  });

  test('an effect that fails changes the state and is answered as the failure', async () => {
    const { agent: one } = await session();
    await one.call('pick', { itemId: 'c' });
    expect((await one.call('order')).payload).toMatchObject({ code: 'TOOL_EXECUTION_FAILED', message: 'c is sold.' });
    expect((await one.ask('snapshot.get')).payload.uiSpec?.state).toEqual({ selected: null });
  });

  test('messages of the other role are INVALID_MESSAGE', async () => {
    const { agent: one, host } = await session();
    expect((await one.ask('user.action', { action: { pick: 'a' } })).payload.code).toBe('INVALID_MESSAGE');
    expect((await host.call('pick', { itemId: 'a' })).payload.code).toBe('INVALID_MESSAGE');
    expect((await host.ask('user.action', { action: { pick: 'z' } })).payload.code).toBe('INVALID_PARAMS');
    expect((await one.ask('relay.join', { role: 'agent' })).payload.code).toBe('INVALID_MESSAGE');
  });

  test('a doubled frame is INVALID_MESSAGE also after its answer, and changes nothing', async () => {
    const { agent: one, host } = await session();
    const frame = (type: string, id: string, payload: object) => ({ v: 'mvp-0.2', type, id, payload });
    const call = (id: string, itemId: string) =>
      frame('tool.call', id, { toolName: 'pick', params: { itemId }, reason: 'because' });
    const answers = async (sent: { id: string }) => {
      const before = one.frames.filter(({ replyTo }) => replyTo === sent.id).length;
      one.raw(sent);
      await one.until(() => one.frames.filter(({ replyTo }) => replyTo === sent.id).length > before);
      return one.frames.findLast(({ replyTo }) => replyTo === sent.id);
    };
    const problemText =
      (text: string) =>
      ({ type, payload }: ClientFrame) =>
        type === 'snapshot.state' && JSON.stringify(payload.messageHistory).split(text).length === 2;
    expect((await answers(call('same', 'b')))?.type).toBe('tool.result');
    host.send('user.action', { action: { pick: 'a' } });
    await one.until(({ type, payload }) => type === 'state.updated' && payload.source === 'user');
    expect(await answers(call('same', 'b'))).toMatchObject({ type: 'error', payload: { code: 'INVALID_MESSAGE' } });
    expect((await one.ask('snapshot.get')).payload.uiSpec?.state).toEqual({ selected: 'a' });
    expect((await answers(call('same', 'c')))?.type).toBe('tool.result');
    for (const code of ['INVALID_PARAMS', 'INVALID_PARAMS'])
      expect((await answers(call('refused', 'z')))?.payload.code).toBe(code);
    for (const type of ['snapshot.state', 'snapshot.state'])
      expect((await answers(frame('snapshot.get', 'poll', {})))?.type).toBe(type);
    one.raw(frame('agent.message', 'said', { text: 'Said once.' }));
    await one.until(({ type, payload }) => type === 'state.updated' && JSON.stringify(payload).includes('Said once.'));
    expect((await answers(frame('agent.message', 'said', { text: 'Said once.' })))?.payload.code).toBe(
      'INVALID_MESSAGE',
    );
    expect(await one.ask('snapshot.get')).toSatisfy(problemText('Said once.'));
    await one.ask('session.end', { reason: 'over' });
    expect((await answers(frame('session.start', 'start', { studyId: 's', participantId: 'p' })))?.type).toBe(
      'session.started',
    );
    expect((await answers(call('same', 'c')))?.type).toBe('tool.result');
  });

  test('too many frames are refused, and go on closing the connection', async () => {
    const one = await client();
    for (let sent = 0; sent < 800; sent++) one.raw('{');
    expect(await one.untilClosed()).toBe(1008);
  });
});
