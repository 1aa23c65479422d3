import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { randomHex } from '@/lib/core/random';
import { Rng } from '@/lib/core/rng';
import { pool } from '@/lib/data/database';
import { type MatchRow, readMatch } from '@/lib/domain/matches';
import { playerIdOf, readMatchState, readQueueStatus } from '@/lib/domain/werewolf';
import { resimulate } from '@/lib/games/simulate';
import type { WerewolfState } from '@/lib/games/werewolf';
import { SPEC_EVENT_NAMES } from '@/lib/games/werewolf/events';
import { livingSeats } from '@/lib/games/werewolf/state';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { RestartableServer } from './testing/restartable-server';
import { CallsInFlight, callUntilAnswered, WerewolfPlayers } from './testing/werewolf-players';

useCatalog();

const KILLS = Number(process.env.KILLS ?? 3);
/** The same seed kills after the same pauses. */
const KILL_SEED = process.env.KILL_SEED ?? randomHex(32);
const NIGHT_MS = 900;
const SHORT = { DAY_ANNOUNCE: 40, DAY_OPENING: 150, DAY_DISCUSSION: 20, DAY_RESOLUTION: 40 };

const calls = new CallsInFlight();
let server: RestartableServer | undefined;
beforeAll(() => {
  process.env.EXHIBITION = 'false';
});
afterEach(() => {
  server?.close();
  server = undefined;
});

const open = (phaseMs: Record<string, number>) =>
  RestartableServer.open({
    EXHIBITION: 'false',
    WEREWOLF_FILL_WITH_BOTS_AFTER_S: '0',
    WEREWOLF_PHASE_MS: JSON.stringify(phaseMs),
  });

const makeAgents = (count: number): Promise<AgentFixture[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => agentFixture({ displayName: `Agent ${index + 1}` })));

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

interface StoredEvent {
  id: string;
  audience: string;
  type: string;
  data: Record<string, unknown>;
}

async function storedEvents(matchId: string): Promise<StoredEvent[]> {
  const { rows } = await pool().query<StoredEvent & { seq: number }>(
    'SELECT id, audience, seq, type, data FROM events WHERE stream = $1 ORDER BY id',
    [`match:${matchId}`],
  );
  const last = new Map<string, number>();
  for (const { audience, seq } of rows) {
    expect(seq).toBe((last.get(audience) ?? 0) + 1);
    last.set(audience, seq);
  }
  return rows;
}

/** An event as the game makes it, without the view that the runtime adds. */
function asMade({
  audience,
  type,
  data: { view: _view, text: _text, clock: _clock, ply: _ply, ...data },
}: StoredEvent) {
  return { audience, type, data };
}

/** The stored match is what its seed and its inputs say: state, events, outcome. */
async function expectReplayed(match: MatchRow): Promise<StoredEvent[]> {
  const { rows: inputs } = await pool().query(
    'SELECT n, seat, move, spent_ms FROM match_inputs WHERE match_id = $1 ORDER BY n',
    [match.id],
  );
  expect(inputs.map(({ n }) => n)).toEqual(inputs.map((_, index) => index + 1));
  const { gameId, seed, options } = match;
  const { steps, outcome } = resimulate({ gameId, seed, options, seats: 8, inputs });
  expect(plain(match.outcome)).toEqual(plain(outcome));
  expect(plain(match.state)).toEqual(plain(steps.at(-1)?.state));
  const events = await storedEvents(match.id);
  const payloads = events.filter(({ type }) => type in SPEC_EVENT_NAMES).map(asMade);
  expect(payloads).toEqual(
    plain(steps.flatMap((step) => step.events.map(({ audience, type, data }) => ({ audience, type, data })))),
  );
  const { phaseMs } = match.state as WerewolfState;
  const phases = steps.slice(0, -1).map(({ state }) => (state as WerewolfState).phase as keyof typeof phaseMs);
  for (const [index, { seat, spent_ms: spentMs }] of inputs.entries())
    if (seat === null) expect(spentMs).toBeGreaterThanOrEqual(phaseMs[phases[index] as keyof typeof phaseMs]);
  return events;
}

/** Each acknowledged action is an input, in order and once; nothing else of an agent is. */
async function expectAcknowledged(players: WerewolfPlayers, match: MatchRow, events: StoredEvent[]): Promise<void> {
  const { rows } = await pool().query<{ seat: number; move: unknown }>(
    'SELECT seat, move FROM match_inputs WHERE match_id = $1 AND seat IS NOT NULL ORDER BY n',
    [match.id],
  );
  for (const { seat } of match.seats) {
    const sent = players.acknowledged.filter((action) => action.seat === seat).map(({ move }) => move);
    expect(rows.filter((row) => row.seat === seat).map(({ move }) => move)).toEqual(plain(sent));
  }
  const eventIds = players.acknowledged.flatMap(({ answer }) => (answer.eventId ? [answer.eventId] : []));
  expect(new Set(eventIds).size).toBe(eventIds.length);
  const stored = new Set(events.map(({ id }) => id));
  expect(eventIds.filter((id) => !stored.has(id))).toEqual([]);
}

/** A repeated key gets the bytes of the first answer, also after crashes and after the end of the match. */
async function expectRepeatable(players: WerewolfPlayers): Promise<void> {
  const first = new Map(players.acknowledged.map((action) => [action.tool, action]));
  for (const { agent, tool, args, answer } of first.values())
    expect(await callUntilAnswered(players.server, agent, tool, args)).toEqual(answer);
}

it(`plays the same matches when its process is killed ${KILLS} times in nights, after the pauses of KILL_SEED=${KILL_SEED}`, async () => {
  const phaseMs = { LOBBY: 5_000, NIGHT: NIGHT_MS, DAY_VOTE: 250, ...SHORT };
  const running = await open(phaseMs);
  server = running;
  const target = { url: running.url, calls };
  const joining = new KeyedMutex();
  const rng = new Rng({ seed: KILL_SEED, drawn: 0 });
  let kills = 0;
  let played = 0;
  const tables = await Promise.all([0, 1].map(async () => new WerewolfPlayers(target, await makeAgents(8), phaseMs)));
  const keepPlaying = async (players: WerewolfPlayers): Promise<void> => {
    do {
      await joining.run('queue', () => players.join());
      await players.playUntil();
      const match = (await readMatch(players.match?.id ?? '')) as MatchRow;
      expect(match.status).toBe('completed');
      await expectAcknowledged(players, match, await expectReplayed(match));
      await expectRepeatable(players);
      expect([...players.deadlines.values()].filter(({ size }) => size !== 1)).toEqual([]);
      played++;
    } while (kills < KILLS);
  };
  const isNight = () => tables.some(({ phase }) => phase === 'NIGHT');
  const keepKilling = async (): Promise<void> => {
    while (kills < KILLS) {
      while (!isNight()) await pause(5);
      if (kills % 2 === 0) await pause(rng.int(NIGHT_MS));
      else await Promise.race([calls.next().then(() => pause(rng.int(10))), pause(NIGHT_MS)]);
      if (!isNight()) continue;
      await running.kill();
      kills++;
    }
  };
  await Promise.all([...tables.map(keepPlaying), keepKilling()]);
  expect(played).toBeGreaterThan(1);
  expect(calls.lost).toBeGreaterThan(0);
}, 300_000);

/** A spectator who comes back after its last event when the connection breaks. */
function spectator(url: string, stream: string) {
  const socket = io(`${url}/watch`, { transports: ['websocket'], reconnectionDelay: 20, reconnectionDelayMax: 50 });
  const heard: { id: string; seq: number; type: string; data: Record<string, unknown> }[] = [];
  let cursor: string | undefined;
  let subscriptions = 0;
  socket.on('event', (event) => {
    heard.push(event);
    cursor = event.id;
  });
  socket.on('connect', async () => {
    const answer = await socket.emitWithAck('subscribe', { stream, ...(cursor ? { after: cursor } : {}) });
    cursor ??= answer.cursor;
    subscriptions++;
  });
  return { heard, subscriptions: () => subscriptions, close: () => socket.disconnect() };
}

it('goes on after a restart in the middle of a vote: queue, votes, time limit and spectators', async () => {
  const phaseMs = { LOBBY: 5_000, NIGHT: 200, DAY_VOTE: 60_000, ...SHORT };
  const running = await open(phaseMs);
  server = running;
  const players = new WerewolfPlayers({ url: running.url, calls }, await makeAgents(8), phaseMs);
  const waiting = await makeAgents(3);
  const matchId = await players.join();
  const watched = spectator(running.url, `werewolf:${matchId}`);
  try {
    await expect.poll(watched.subscriptions).toBe(1);
    await players.playUntil('DAY_VOTE');
    for (const agent of waiting) await callUntilAnswered(players.server, agent, 'queue.join');
    const living = livingSeats(players.match?.state as WerewolfState);
    const voteFor = (seat: number) =>
      players.act(seat, { type: 'vote', targetPlayerId: playerIdOf(living[0] as number), reason: 'Same.' });
    for (const seat of living.slice(0, 3)) await voteFor(seat);
    const before = (await readMatch(matchId)) as MatchRow;

    expect(await running.restart()).toBe(0);

    const after = (await readMatch(matchId)) as MatchRow;
    expect([after.deadlineAt, after.state, after.version]).toEqual([before.deadlineAt, before.state, before.version]);
    const places = await Promise.all(
      waiting.map(({ agentId }) => readQueueStatus({ agentId, queueId: 'werewolf-default' })),
    );
    expect(places.map(({ queue }) => queue.position)).toEqual([1, 2, 3]);
    await expect.poll(watched.subscriptions).toBe(2);
    for (const seat of living.slice(3)) await voteFor(seat);
    const state = await readMatchState({
      matchId,
      agentId: waiting[0]?.agentId ?? '',
      withSummary: false,
      recentMessages: 0,
    });
    expect(state.players[living[0] as number]).toMatchObject({ alive: false });
    const votes = () => watched.heard.filter(({ type }) => type === 'VOTE_CAST').map(({ data }) => data.voterPlayerId);
    await expect.poll(votes).toEqual(living.map(playerIdOf));
    const seqs = watched.heard.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] as number) + index));
    const late = await Promise.all(
      (await makeAgents(5)).map((agent) => callUntilAnswered(players.server, agent, 'queue.join')),
    );
    expect(late.filter(({ matchAssignment }) => matchAssignment)).toHaveLength(1);
  } finally {
    watched.close();
  }
}, 120_000);
