import { afterAll, afterEach, beforeAll } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { findSession, readSessionEvents } from '@/lib/domain/relay/sessions.repo';
import { startBus, stopBus } from '@/lib/events';
import { temporaryDirectory } from '@/lib/testing/server';
import { openRelayServer, RelayClient } from './relay-server';

type Kind = 'ws' | 'io';

/** The stored log of a session. */
export async function logOf(sessionId: string) {
  const stored = await findSession(sessionId);
  return stored ? readAll(readSessionEvents(stored)) : [];
}

/** Everything that is read page by page. */
export async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A relay for a test file, its data directory, and clients that are closed after each test. */
export function useRelay() {
  let relay: Awaited<ReturnType<typeof openRelayServer>>;
  let data: Awaited<ReturnType<typeof temporaryDirectory>>;
  let rooms = 0;
  const opened: RelayClient[] = [];
  beforeAll(async () => {
    data = await temporaryDirectory('relay');
    process.env.BOTPLAY_DATA_DIR = data.directory;
    resetOnce('env');
    await startBus();
    relay = await openRelayServer();
  });
  afterEach(() => {
    for (const client of opened.splice(0)) client.close();
  });
  afterAll(async () => {
    await relay.close();
    await stopBus();
    await data.remove();
  });

  async function client(kind: Kind = 'ws', { headers = {} as Record<string, string>, url = relay.url } = {}) {
    const make = kind === 'ws' ? RelayClient.overWebSocket : RelayClient.overSocketIo;
    const newClient = await make(url, headers);
    opened.push(newClient);
    return newClient;
  }
  const newRoom = () => `room-${++rooms}`;

  /** A page in a room, as the page of an application joins. */
  async function page(
    roomName: string,
    { participant = `secret-of-${roomName}`, url = relay.url, headers = {}, ext = {} } = {},
  ) {
    const connected = await client('io', { url, headers });
    const joined = await connected.ask(
      'relay.join',
      { role: 'host', sessionId: roomName },
      { ext: { participant, ...ext } },
    );
    return Object.assign(connected, { joined });
  }

  /** An agent that follows the specification and nothing else. */
  async function agent(roomName: string, { kind = 'ws' as Kind, url = relay.url, ext = {} } = {}) {
    const connected = await client(kind, { url });
    const joined = await connected.ask(
      'relay.join',
      { role: 'agent', sessionId: roomName },
      Object.keys(ext).length > 0 ? { ext } : {},
    );
    return Object.assign(connected, { joined });
  }

  /** A page, an agent and a running session in a new room. */
  async function session() {
    const roomName = newRoom();
    const host = await page(roomName);
    const one = await agent(roomName);
    const { payload } = await one.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
    return { roomName, host, agent: one, sessionId: payload.sessionId as string, url: relay.url };
  }

  return { client, page, agent, session, newRoom, url: () => relay.url, dataDirectory: () => data.directory };
}
