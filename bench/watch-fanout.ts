/**
 * What does it cost to show one match to 3,000 spectators, six events a second? The match is played in this process and
 * stored; the server is notified through the database, as any instance would, and the spectators are a third process.
 * Reference: a bare Socket.IO 4.8 room broadcast of an event of the same content, in the same server process.
 * Budget: 0.7 times its processor time a delivery at most; nothing lost, doubled or out of order.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './harness/built';
import { benchDatabase } from './harness/database';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';

const SPECTATORS = Number(process.env.BENCH_SPECTATORS ?? sized(3_000, 20));
const EVENTS_A_ROUND = sized(30, 4);
const EVENTS_A_SECOND = sized(6, 40);
const ROUNDS = sized(5, 1);
/** With those of the round to warm up. */
const PLIES = EVENTS_A_ROUND * (ROUNDS + sized(1, 0));
const DELIVERED_WITHIN_MS = 20_000;

process.env.EXHIBITION = 'false';
const database = await benchDatabase();
const { closeDatabase } = await import('@/lib/data/database');
const { Rng } = await import('@/lib/core/rng');
const { newId } = await import('@/lib/core/ids');
const { readEvents, startBus, stopBus } = await import('@/lib/events');
const { actInMatch, startMatch } = await import('@/lib/domain/matches');
const { gameById } = await import('@/lib/games');
const { toWatchedEvent } = await import('@/lib/domain/streams/source');

/** Random legal moves of a chess game that is long enough. */
function longGame(): string[] {
  const chess = gameById('chess');
  if (!chess) throw new Error('There is no chess.');
  for (let attempt = 0; ; attempt++) {
    const rng = new Rng({ seed: attempt.toString(16).padStart(64, '0'), drawn: 0 });
    let { state } = chess.setup({ options: {}, seats: 2, rng });
    const moves: string[] = [];
    while (moves.length < PLIES + 1 && chess.actors(state).length > 0) {
      const seat = moves.length % 2;
      const move = rng.pick(chess.legalMoves(state, seat)) as string;
      const applied = chess.apply(state, seat, move, rng);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
      moves.push(move);
    }
    if (moves.length > PLIES) return moves;
  }
}

async function child(file: string, flags: string[] = []): Promise<{ process: ChildProcess; ready: unknown }> {
  const serverProcess = fork(builtFile(file), {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' },
    execArgv: flags,
  });
  const [ready] = await once(serverProcess, 'message');
  return { process: serverProcess, ready };
}

async function ask<T>(of: ChildProcess, command: unknown): Promise<T> {
  const answer = once(of, 'message');
  of.send(command as object);
  return (await answer)[0] as T;
}

await startBus();
const moves = longGame();
const seat = (index: number) => ({
  kind: 'agent' as const,
  agentId: newId(),
  experienceAgentId: `player-${index}`,
  sessionId: null,
  displayName: `Player ${index}`,
});
const begin = () =>
  startMatch({ experienceId: newId(), gameId: 'chess', kind: 'lobby', rated: false, seats: [seat(0), seat(1)] });

/** The same game played before, as its events look on the wire: what the reference sends. */
async function rehearse(): Promise<unknown[]> {
  const { id } = await begin();
  for (let ply = 0; ply < PLIES; ply++) await actInMatch({ matchId: id, seat: ply % 2, action: moves[ply] });
  const events = await readEvents({ stream: `match:${id}`, audiences: ['public'], after: null });
  return events.slice(1, PLIES + 1).map((event) => toWatchedEvent(event, 'public'));
}

const rehearsed = await rehearse();
const match = await begin();
const stream = `match:${match.id}`;

const server = await child(
  'bench/watch/server.ts',
  process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
);
const spectators = await child('bench/watch/spectators.ts');
const ports = server.ready as { ours: number; reference: number };

async function openSpectators(group: 'ours' | 'reference'): Promise<void> {
  const command = {
    kind: 'open',
    port: ports[group],
    count: SPECTATORS,
    stream: group === 'ours' ? stream : null,
    group,
  };
  const answer = await ask<{ opened?: number; error?: string }>(spectators.process, command);
  if (answer.opened !== SPECTATORS) throw new Error(`Spectators could not come in: ${answer.error}`);
}

interface Counted {
  received: number;
  disordered: number;
}
const count = (group: string) => ask<Counted>(spectators.process, { kind: 'count', group });
const cpuUs = async () => (await ask<{ cpuUs: number }>(server.process, { kind: 'cpu' })).cpuUs;

const done = { ours: 0, reference: 0 };

/** Processor microseconds of the server for one delivery, over a round of events at their pace. */
async function round(group: keyof typeof done, happen: (index: number) => Promise<unknown>): Promise<number> {
  const before = await cpuUs();
  for (let index = 0; index < EVENTS_A_ROUND; index++) {
    const nextMs = Date.now() + 1000 / EVENTS_A_SECOND;
    await happen(done[group]);
    done[group]++;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextMs - Date.now())));
  }
  const expected = done[group] * SPECTATORS;
  const giveUpMs = Date.now() + DELIVERED_WITHIN_MS;
  while ((await count(group)).received < expected && Date.now() < giveUpMs) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ((await cpuUs()) - before) / (EVENTS_A_ROUND * SPECTATORS);
}

const play = (ply: number) => actInMatch({ matchId: match.id, seat: ply % 2, action: moves[ply] });
const emit = async (index: number) => server.process.send({ kind: 'emit', event: rehearsed[index] });

await openSpectators('reference');
await openSpectators('ours');
const measured = await interleave(
  ROUNDS,
  () => round('ours', play),
  () => round('reference', emit),
);
const [ours, reference] = [await count('ours'), await count('reference')];
const expected = PLIES * SPECTATORS;
const isWhole = [ours, reference].every((group) => group.received === expected && group.disordered === 0);
console.log(
  `${SPECTATORS} spectators, ${PLIES} events of ${figure(JSON.stringify(rehearsed.at(-1)).length / 1024)} KiB at most: ` +
    `${ours.received} of ${expected} delivered, ${ours.disordered} doubled or out of order`,
);
report({
  benchmark: `one event to ${SPECTATORS} sockets, ${EVENTS_A_SECOND} a second`,
  ratio: measured.ratio,
  budget: { atMost: 0.7 },
  ours: `${figure(median(measured.ours))} µs of processor time a delivery`,
  reference: `${figure(median(measured.reference))} µs`,
});
if (!isWhole) {
  console.log(
    `MISSED  events were lost, doubled or out of order: ours ${JSON.stringify(ours)}, reference ${JSON.stringify(reference)}`,
  );
  process.exitCode = 1;
}
const ended = once(server.process, 'exit');
server.process.disconnect();
await ended;
spectators.process.kill();
await stopBus();
await closeDatabase();
await database.stop();
process.exit();
