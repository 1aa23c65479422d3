import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { useDatabase } from '@/lib/testing/database';
import { useRelay } from '@/server/relay/testing/use-relay';
import { joinAsAgent } from './agent.mjs';
import { CallError, joinAsHost, linkOf } from './host.mjs';

useDatabase();
const { url, newRoom } = useRelay();

/** A page and an agent that know nothing but the two libraries. */
async function together(onCall: (call: { toolName: string; params: Record<string, unknown> }) => unknown) {
  const room = newRoom();
  const plants: string[] = [];
  const seen = { sessions: [] as (string | null)[], messages: [] as string[], frames: [] as string[] };
  const host = joinAsHost({
    relay: `ws://${url()}/agent/ws`,
    room,
    tools: [{ name: 'plant', description: 'Plants', parameters: {} }],
    spec: () => ({ stage: 'bed', plants: [...plants] }),
    onCall: (call: { toolName: string; params: { plant?: string } }) => {
      plants.push(call.params.plant ?? 'mint');
      return onCall(call);
    },
    onMessage: (text: string) => seen.messages.push(text),
    onSession: (id: string | null) => seen.sessions.push(id),
    onReset: () => void plants.splice(0),
    onStatus: (status: string) => seen.frames.push(status),
    WebSocket,
  });
  await expect.poll(() => seen.frames).toContain('open');
  const pushed: { type: string; payload: Record<string, unknown> }[] = [];
  const sockets: WebSocket[] = [];
  class Recorded extends WebSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
  }
  const agent = await joinAsAgent({
    url: `ws://${url()}/agent/ws`,
    room,
    onPush: (frame: (typeof pushed)[number]) => pushed.push(frame),
    WebSocket: Recorded,
  });
  return { host, agent, plants, seen, pushed, sockets };
}

it('a page and an agent play a session with the two libraries alone', async () => {
  const { host, agent, seen, pushed } = await together(({ params }) => {
    if (params.plant === 'oak') throw new CallError('INVALID_PARAMS', 'plant: too large');
    if (params.plant === 'fern') throw new Error('no shade');
  });
  const { sessionId } = await agent.start({ studyId: 's', participantId: 'p' });
  expect(await agent.snapshot()).toMatchObject({
    uiSpec: { stage: 'bed', plants: [] },
    toolSchema: [{ name: 'plant' }],
  });
  expect(await agent.call('plant', { plant: 'rose' }, 'It is red.')).toMatchObject({
    ok: true,
    uiSpec: { plants: ['rose'] },
  });
  await expect(agent.call('plant', { plant: 'oak' }, 'r')).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  await expect(agent.call('plant', { plant: 'fern' }, 'r')).rejects.toMatchObject({ code: 'TOOL_EXECUTION_FAILED' });
  await expect(agent.call('fly', {}, 'r')).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
  agent.say('Done.');
  await expect.poll(() => seen.messages).toEqual(['Done.']);
  host.say('Thank you.');
  await expect.poll(() => pushed.find(({ type }) => type === 'user.message')?.payload.text).toBe('Thank you.');
  host.takeOver(true);
  await expect.poll(() => pushed.some(({ payload }) => String(payload.notice).includes('taken over'))).toBe(true);
  expect(await agent.end('done')).toMatchObject({ sessionId, stateReset: true });
  await expect.poll(() => seen.sessions).toEqual([null, sessionId, null]);
  agent.close();
  host.close();
});

it('a call goes on while the connection of the agent breaks, and is done once', async () => {
  let release = () => {};
  const { host, agent, plants, sockets } = await together(() => new Promise<void>((resolve) => (release = resolve)));
  await agent.start({ studyId: 's', participantId: 'p' });
  const called = agent.call('plant', { plant: 'rose' }, 'r');
  await expect.poll(() => plants).toEqual(['rose']);
  sockets[0]?.terminate();
  await expect.poll(() => sockets.length).toBe(2);
  await expect.poll(() => sockets[1]?.readyState).toBe(WebSocket.OPEN);
  release();
  expect(await called).toMatchObject({ ok: true });
  expect(plants).toEqual(['rose']);
  agent.close();
  host.close();
});

it('a link of a room says relay, room and key behind the #, and an incomplete one says nothing', () => {
  const hash = '#relay=wss%3A%2F%2Fbotplay.example%2Fagent%2Fws&room=r-1&key=secret';
  expect(linkOf({ hash })).toEqual({ relay: 'wss://botplay.example/agent/ws', room: 'r-1', key: 'secret' });
  expect(linkOf({ hash: '' })).toEqual({ relay: '', room: '', key: '' });
});
