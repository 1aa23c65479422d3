/**
 * How late are the deadlines of 200 Werewolf matches of house bots in parallel, all their timers, talk and votes in one
 * process, on a database that flushes? Phases are as long as in the town's own matches of house bots.
 * Reference: the deadline itself. Budget: 250 ms late at the 99th percentile; none missed, none fired twice.
 */
import { parseArgs } from 'node:util';
import { benchDatabase } from './harness/database';
import { figure, percentile, report } from './harness/report';
import { isShort, sized } from './harness/size';

const { values } = parseArgs({ options: { matches: { type: 'string', default: sized('200', '3') } } });
const MATCHES = Number(values.matches);
const PHASE_MS = sized(
  { LOBBY: 20_000, NIGHT: 25_000, DAY_OPENING: 60_000, DAY_DISCUSSION: 50_000, DAY_VOTE: 35_000 },
  { LOBBY: 500, NIGHT: 500, DAY_OPENING: 500, DAY_DISCUSSION: 500, DAY_VOTE: 500 },
);
/** Starts are spread, so that phases of different matches overlap. */
const START_EVERY_MS = sized(150, 10);
const MEASURED_MS = sized(120_000, 3_000);
const BUDGET_MS = 250;

process.env.EXHIBITION = 'false';
const database = await benchDatabase();
const { pool, closeDatabase } = await import('@/lib/data/database');
const { startBus, stopBus } = await import('@/lib/events');
const { firstPartyExperienceId, seedFirstParty } = await import('@/lib/domain/catalog');
const { startMatch } = await import('@/lib/domain/matches');
const { STRENGTHS } = await import('@/lib/core/game');
const { startBots, stopBots } = await import('@/lib/games/bots');
const { startTicker, stopTicker } = await import('@/server/ticker');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await startBus();
await seedFirstParty();
startBots();
startTicker();
const seats = Array.from({ length: 8 }, (_, seat) => ({
  kind: 'bot' as const,
  strength: STRENGTHS[seat % STRENGTHS.length] ?? ('medium' as const),
}));
const experienceId = firstPartyExperienceId('werewolf');
for (let begun = 0; begun < MATCHES; begun++) {
  await startMatch({
    experienceId,
    gameId: 'werewolf',
    kind: 'town',
    rated: false,
    seats,
    options: { phase_ms: PHASE_MS },
  });
  await pause(START_EVERY_MS);
}
const from = new Date();
const cpu = process.cpuUsage();
await pause(MEASURED_MS);
const spent = process.cpuUsage(cpu);
const until = new Date();
await stopTicker();
await stopBots();

/** A deadline input is late by the time since its phase began, less the length of that phase. */
const { rows } = await pool().query<{ late: number }>(
  `SELECT i.spent_ms - (m.options->'phase_ms'->>(e.data->>'from'))::int AS late
   FROM match_inputs i JOIN matches m ON m.id = i.match_id
   JOIN events e ON e.stream = 'match:' || i.match_id AND e.type = 'phase_changed' AND e.at = i.at
   WHERE i.seat IS NULL AND i.at BETWEEN $1 AND $2`,
  [from, until],
);
const { rows: actions } = await pool().query<{ count: number }>(
  'SELECT count(*)::int AS count FROM match_inputs WHERE seat IS NOT NULL AND at BETWEEN $1 AND $2',
  [from, until],
);
const { rows: doubled } = await pool().query(
  `SELECT 1 FROM events WHERE type = 'phase_changed' GROUP BY stream, data->>'to', data->>'dayNumber' HAVING count(*) > 1`,
);
const { rows: missed } = await pool().query(
  `SELECT 1 FROM match_positions WHERE deadline_at < $1::timestamptz - interval '1 second'`,
  [until],
);
const lateness = rows.map(({ late }) => late);
const p99 = percentile(lateness, 0.99);
console.log(
  `${rows.length} deadlines and ${actions[0]?.count} actions of bots in ${MEASURED_MS / 1000} s: median ${percentile(lateness, 0.5)} ms, ` +
    `p99 ${p99} ms, worst ${Math.max(...lateness)} ms late; ${missed.length} missed, ${doubled.length} fired twice; ` +
    `${figure((100 * (spent.user + spent.system)) / 1000 / MEASURED_MS)} % of a processor`,
);
report({
  benchmark: `${MATCHES} Werewolf matches of house bots`,
  ratio: p99 / BUDGET_MS,
  budget: { atMost: 1 },
  ours: `p99 ${p99} ms late`,
  reference: `${BUDGET_MS} ms`,
});
if ((missed.length > 0 && !isShort) || doubled.length > 0 || Math.min(...lateness) < 0) process.exitCode = 1;
await stopBus();
await closeDatabase();
await database.stop();
process.exit();
