/**
 * How long is a vote's way from the call of `et.werewolf.match.vote` to a spectator's Socket.IO client, stored on a
 * database that flushes? Reference: a bare Socket.IO server that passes a message of the same content on to a room.
 * Budget: at most 20 ms more at the median.
 */
import { io, type Socket } from 'socket.io-client';
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { figure, median, percentile, report } from './harness/report';
import { sized } from './harness/size';

const VOTES = sized(300, 10);
const WARM_UP = sized(30, 1);
const MAX_MORE_MS = 20;
const SHORT = { LOBBY: 1, NIGHT: 1, DAY_ANNOUNCE: 1, DAY_OPENING: 1, DAY_DISCUSSION: 1 };

interface Ready {
  url: string;
  reference: string;
  apiKeys: string[];
}

const database = await benchDatabase();
const { ready, stop } = await startBuilt<Ready>('bench/serve-werewolf.ts', {
  variables: {
    EXHIBITION: 'false',
    WEREWOLF_FILL_WITH_BOTS_AFTER_S: '0',
    WEREWOLF_PHASE_MS: JSON.stringify({ ...SHORT, DAY_VOTE: 86_400_000 }),
  },
});

// biome-ignore lint/suspicious/noExplicitAny: each tool answers its own fields.
async function call(apiKey: string, tool: string, args: object = {}): Promise<any> {
  const answer = await fetch(`${ready.url}/api/tools/et.werewolf.${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  return answer.json();
}

interface WatchedEvent {
  type: string;
  data: { reason?: string };
}

async function connect(url: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Milliseconds from `send` until the spectator has the event that names `id`. */
function timeWay(spectator: Socket, id: string, send: () => unknown): Promise<number> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const hear = (event: WatchedEvent) => {
      if (event.data.reason !== id) return;
      spectator.off('event', hear);
      resolve(performance.now() - startedMs);
    };
    spectator.on('event', hear);
    send();
  });
}

let matchId = '';
for (const key of ready.apiKeys) matchId = (await call(key, 'queue.join')).matchAssignment?.matchId ?? '';
const reader = ready.apiKeys[0] as string;
interface Player {
  playerId: string;
  alive: boolean;
}
let players: Player[] = [];
for (let phase = ''; phase !== 'DAY_VOTE'; await new Promise((resolve) => setTimeout(resolve, 600))) {
  const { state } = await call(reader, 'match.get_state', { matchId });
  phase = state?.phase ?? phase;
  players = state?.players ?? players;
}
// One living player never votes, so that the vote stays open.
const voters = ready.apiKeys.filter((_, seat) => players[seat]?.alive).slice(1);
const targets = players.filter(({ alive }) => alive).map(({ playerId }) => playerId);

const spectator = await connect(`${ready.url}/watch`);
await spectator.emitWithAck('subscribe', { stream: `werewolf:${matchId}` });
const [sender, receiver] = [await connect(ready.reference), await connect(ready.reference)];
const sample = {
  stream: `werewolf:${matchId}`,
  id: '0'.repeat(26),
  seq: 1,
  type: 'VOTE_CAST',
  at: new Date().toISOString(),
};
const ours: number[] = [];
const bare: number[] = [];
for (let vote = 0; vote < VOTES + WARM_UP; vote++) {
  const reason = `vote ${vote}`;
  const args = { matchId, targetPlayerId: targets[vote % targets.length], reason };
  const key = voters[vote % voters.length] as string;
  const way = await timeWay(spectator, reason, () => call(key, 'match.vote', args));
  const data = { ...args, voterPlayerId: 'p:1', dayNumber: 1, visibility: 'PUBLIC' };
  const direct = await timeWay(receiver, reason, () => sender.emit('vote', { ...sample, data }));
  if (vote < WARM_UP) continue;
  ours.push(way);
  bare.push(direct);
}
const more = median(ours) - median(bare);
console.log(
  `${VOTES} votes: median ${figure(median(ours))} ms, p99 ${figure(percentile(ours, 0.99))} ms; bare emit ${figure(median(bare))} ms`,
);
report({
  benchmark: 'a vote to a spectator, added to a bare Socket.IO emit',
  ratio: more / MAX_MORE_MS,
  budget: { atMost: 1 },
  ours: `${figure(more)} ms more at the median`,
  reference: `${MAX_MORE_MS} ms`,
});
for (const socket of [spectator, sender, receiver]) socket.disconnect();
await stop();
await database.stop();
process.exit();
