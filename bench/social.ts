/**
 * How long does a message of a social lobby take to 50 members that wait with events.wait, at 50 messages a second? Over
 * REST with real keys: each message is authenticated, checked for membership, stored and numbered.
 * Reference: the same by bare LISTEN/NOTIFY and a long poll of node:http, which stores each message in one statement and
 * checks nothing.
 */
import { startBuilt } from './harness/built';
import { benchDatabase } from './harness/database';
import { productVariables } from './harness/environment';
import { readUsage } from './harness/process-usage';
import { figure, interleave, median, report } from './harness/report';
import { sized } from './harness/size';
import { forkWorker } from './harness/worker';

const MEMBERS = sized(50, 5);
const PER_SECOND = 50;
const MESSAGES = sized(200, 5);
const ROUNDS = sized(5, 1);

interface Delivered {
  medianMs: number;
  lateMs: number;
  deliveries: number;
  faults: number;
}

const database = await benchDatabase();
const { closeDatabase } = await import('@/lib/data/database');
const { agentFixture } = await import('@/lib/testing/fixtures');
const { createSocialLobby, joinSocialLobby } = await import('@/lib/domain/social');
const { lastEventId, startBus, stopBus } = await import('@/lib/events');
await startBus();

const agents = await Promise.all(
  Array.from({ length: MEMBERS }, (_, n) => agentFixture({ displayName: `Member ${n}` })),
);
const headersOf = ({ apiKey }: { apiKey: string }) => ({ authorization: `Bearer ${apiKey}` });
const creator = agents[0];
if (!creator) throw new Error('There are no members.');
const lobby = await createSocialLobby({
  agent: creator.caller,
  name: 'Bench',
  description: null,
  maxMembers: MEMBERS,
});
for (const { caller } of agents.slice(1)) await joinSocialLobby({ agent: caller, lobbyId: lobby.id });

const ours = await startBuilt<{ url: string; usageUrl: string }>('bench/serve-transports.ts', {
  variables: productVariables(database.url),
  flags: process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profile'] : [],
});
const reference = await startBuilt<{ url: string }>('bench/reference/long-poll.ts', {
  variables: { NODE_ENV: 'production', DATABASE_URL: await database.another() },
});

function deliver(load: Record<string, unknown>): Promise<Delivered> {
  const worker = forkWorker('waiters-worker.mjs');
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: Delivered & { error?: string }) => {
      if (answer.error) reject(new Error(answer.error));
      else resolve(answer);
      worker.disconnect();
    });
    worker.once('error', reject);
    worker.send({ messages: MESSAGES, perSecond: PER_SECOND, ...load });
  });
}

const late: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
let faults = 0;

async function round(side: keyof typeof late, load: Record<string, unknown>): Promise<number> {
  const delivered = await deliver(load);
  late[side].push(delivered.lateMs);
  faults += delivered.faults + (MEMBERS * MESSAGES - delivered.deliveries);
  return delivered.medianMs;
}

const { cpuUs: usBefore } = await readUsage(ours.ready.usageUrl);
let referenceCursor = 0;
const measured = await interleave(
  ROUNDS,
  async () =>
    round('ours', {
      url: ours.ready.url,
      waiters: agents.map(headersOf),
      cursor: await lastEventId(`social:${lobby.id}`),
      sender: {
        waitPath: `/api/streams/social:${lobby.id}/events`,
        path: `/api/social/lobbies/${lobby.id}/messages`,
        headers: headersOf(creator),
      },
    }),
  async () => {
    const load = {
      url: reference.ready.url,
      waiters: agents.map(headersOf),
      cursor: String(referenceCursor),
      sender: { waitPath: '/wait', path: '/messages', headers: headersOf(creator) },
    };
    const medianMs = await round('reference', load);
    referenceCursor += MESSAGES;
    return medianMs;
  },
);
console.log(
  `99th percentile: ours ${figure(median(late.ours))} ms, reference ${figure(median(late.reference))} ms; ` +
    `${faults} deliveries missing or doubled`,
);
const usedUs = (await readUsage(ours.ready.usageUrl)).cpuUs - usBefore;
console.log(
  `${figure(usedUs / (ROUNDS * MESSAGES * MEMBERS))} µs of a processor in our process for a delivery and the next call`,
);
report({
  benchmark: `one message to ${MEMBERS} waiting members, ${PER_SECOND} a second`,
  ratio: measured.ratio,
  budget: { atMost: 1.3 },
  ours: `${figure(median(measured.ours))} ms, median`,
  reference: `${figure(median(measured.reference))} ms`,
});
if (faults > 0) process.exitCode = 1;
await ours.stop();
await reference.stop();
await stopBus();
await closeDatabase();
await database.stop();
