import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { seedFirstParty } from '@/lib/domain/catalog';
import { abortMatch, actInMatch, fireDueMatches, readMatch } from '@/lib/domain/matches';
import type { WatchedEvent } from '@/lib/domain/streams';
import { DEFAULT_QUEUE, joinQueue, leaveQueue, type TownSnapshot } from '@/lib/domain/werewolf';
import { startBus, stopBus } from '@/lib/events';
import type { WerewolfState } from '@/lib/games/werewolf';
import { setClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { attachSockets, type Sockets } from '../sockets';

useDatabase();
useClock();

let server: http.Server;
let io: Server;
let rooms: Sockets;
let url = '';
const opened: Socket[] = [];

beforeAll(async () => {
  await startBus();
  await seedFirstParty();
  server = http.createServer();
  io = new Server(server, { transports: ['websocket'] });
  rooms = attachSockets(io);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/watch`;
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});
afterAll(async () => {
  rooms.close();
  await io.close();
  await stopBus();
});

interface Answer {
  snapshot?: Record<string, unknown>;
  error?: { code: string };
}

async function subscribe(input: object, headers: Record<string, string> = {}) {
  const socket = connect(url, { transports: ['websocket'], forceNew: true, extraHeaders: headers });
  opened.push(socket);
  const heard: WatchedEvent[] = [];
  socket.on('event', (event: WatchedEvent) => heard.push(event));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const answer: Answer = await socket.timeout(5_000).emitWithAck('subscribe', input);
  return { answer, heard };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000 && !isTrue(); waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isTrue()).toBe(true);
}

const join = ({ agentId }: AgentFixture) =>
  joinQueue({ agent: { agentId, displayName: 'Ada' }, queueId: DEFAULT_QUEUE });

/** Eight agents with a match; the first belongs to the owner. */
async function seatEight(owner?: Awaited<ReturnType<typeof ownerFixture>>): Promise<string> {
  const agents = await Promise.all(
    Array.from({ length: 8 }, (_, index) => agentFixture(index === 0 && owner ? { owner } : {})),
  );
  let matchId = '';
  for (const agent of agents) matchId = (await join(agent)).matchAssignment?.matchId ?? '';
  return matchId;
}

async function endPhase(matchId: string): Promise<void> {
  const match = await readMatch(matchId);
  if (match?.deadlineAt) setClock(match.deadlineAt);
  await fireDueMatches();
}

test('the town shows who waits, and the building of a match with its phase until it is over', async () => {
  const { answer, heard } = await subscribe({ stream: 'town' });
  expect(answer.snapshot as unknown as TownSnapshot).toMatchObject({ queue: { size: 0, line: [] }, buildings: [] });
  const waiting = await agentFixture();
  await join(waiting);
  await until(() => heard.some(({ type }) => type === 'queue_changed'));
  expect(heard.at(-1)?.data).toMatchObject({ queue: { size: 1, line: [{ agent_id: waiting.agentId, position: 1 }] } });
  await leaveQueue({ agentId: waiting.agentId, queueId: DEFAULT_QUEUE });
  const matchId = await seatEight();
  const shown = () => heard.findLast(({ type }) => type === 'building_changed')?.data.building as Building | undefined;
  await until(() => shown()?.match_id === matchId);
  expect(shown()).toMatchObject({ phase: 'LOBBY', players_alive: 8, status: 'active' });
  await endPhase(matchId);
  await until(() => shown()?.phase === 'NIGHT');
  await abortMatch({ matchId, reason: 'test' });
  await until(() => shown()?.status === 'cancelled');
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => index + 1));
});

type Building = TownSnapshot['buildings'][number];

test('a match is watched under the names of werewolf.md; the omniscient view is refused to the owner of a player', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const matchId = await seatEight(owner);
  const stream = `werewolf:${matchId}`;
  const { answer, heard } = await subscribe({ stream });
  expect(answer.snapshot).toMatchObject({
    match_id: matchId,
    building: { name: expect.stringMatching(/^Werewolf Game #/) },
  });
  const refused = await subscribe({ stream, view: 'omniscient' }, { cookie: owner.cookie });
  expect(refused.answer.error?.code).toBe('FORBIDDEN');
  expect((await subscribe({ stream, view: 'omniscient' })).answer.error?.code).toBe('FORBIDDEN');
  const all = await subscribe({ stream, view: 'omniscient' }, { cookie: other.cookie });
  expect(all.answer.error).toBeUndefined();
  await endPhase(matchId);
  await until(() => heard.some(({ type }) => type === 'PHASE_CHANGED'));
  expect(heard.every((event) => event.stream === stream)).toBe(true);
  expect(heard.find(({ type }) => type === 'PHASE_CHANGED')?.data).toMatchObject({
    matchId,
    visibility: 'PUBLIC',
    to: 'NIGHT',
    phaseEndsAt: expect.stringMatching(/Z$/),
  });
  const match = (await readMatch(matchId)) ?? expect.fail('no match');
  const { roles } = match.state as WerewolfState;
  const publicEvents = heard.length;
  await actInMatch({ matchId, seat: roles.indexOf('WEREWOLF'), action: { type: 'wolf_chat', text: 'Hush.' } });
  await until(() => all.heard.some(({ type }) => type === 'WOLF_CHAT_MESSAGE'));
  expect(all.heard.find(({ type }) => type === 'WOLF_CHAT_MESSAGE')?.data).toMatchObject({ text: 'Hush.' });
  expect(heard).toHaveLength(publicEvents);
});
