/**
 * How late are deadlines when 1,000 matches have one each second, in one process, on a database that flushes?
 * Reference: the deadline itself. Budget: 250 ms late at the 99th percentile; none missed, none fired twice.
 */
import { randomUUID } from 'node:crypto';
import { benchDatabase } from './harness/database';
import { figure, percentile, report } from './harness/report';
import { isShort, sized } from './harness/size';

const MATCHES = sized(1_000, 10);
const PHASE_MS = 1_000;
const MEASURED_MS = sized(10_000, 2_000);
const WARM_UP_MS = sized(2_000, 500);
const BUDGET_MS = 250;
const STARTED_AT_A_TIME = sized(50, 10);

process.env.EXHIBITION = 'false';
const database = await benchDatabase();
const { pool, closeDatabase } = await import('@/lib/data/database');
const { startBus, stopBus } = await import('@/lib/events');
const { startMatch } = await import('@/lib/domain/matches');
const { startTicker, stopTicker } = await import('@/server/ticker');
const { registerGame } = await import('@/lib/games');
const { masquerade } = await import('@/lib/games/testing/masquerade');

registerGame(masquerade);
await startBus();
const experienceId = randomUUID();
const seats = Array.from({ length: 8 }, (_, seat) => ({
  kind: 'agent' as const,
  agentId: `00000000-0000-7000-8000-00000000000${seat}`,
  experienceAgentId: `x${seat}`,
  sessionId: null,
  displayName: `Guest ${seat}`,
}));
const options = { night_ms: PHASE_MS, announce_ms: PHASE_MS, day_ms: PHASE_MS, vote_ms: PHASE_MS };
const start = () => startMatch({ experienceId, gameId: 'masquerade', kind: 'lobby', rated: false, seats, options });
for (let begun = 0; begun < MATCHES; begun += STARTED_AT_A_TIME)
  await Promise.all(Array.from({ length: STARTED_AT_A_TIME }, start));

startTicker();
await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
const from = new Date();
const cpu = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
const spent = process.cpuUsage(cpu);
const until = new Date();
await stopTicker();

/** A deadline input is late by the time since its phase began, less the phase's length. */
const { rows } = await pool().query<{ late: number; match_id: string; n: number }>(
  'SELECT spent_ms - $3 AS late, match_id, n FROM match_inputs WHERE seat IS NULL AND at BETWEEN $1 AND $2',
  [from, until, PHASE_MS],
);
const { rows: doubled } = await pool().query(
  `SELECT 1 FROM events WHERE type = 'phase_changed' GROUP BY stream, data->>'phase', data->>'day' HAVING count(*) > 1`,
);
const { rows: missed } = await pool().query(
  `SELECT 1 FROM match_positions WHERE deadline_at < $1::timestamptz - interval '1 second'`,
  [until],
);
const lateness = rows.map((row) => row.late);
const p99 = percentile(lateness, 0.99);
console.log(
  `${rows.length} deadlines in ${MEASURED_MS / 1000} s: median ${percentile(lateness, 0.5)} ms, p99 ${p99} ms, worst ${Math.max(...lateness)} ms late; ` +
    `${missed.length} missed, ${doubled.length} fired twice; ${figure((spent.user + spent.system) / 1000 / rows.length)} ms of processor time each`,
);
report({
  benchmark: '1,000 matches with a deadline a second each',
  ratio: p99 / BUDGET_MS,
  budget: { atMost: 1 },
  ours: `p99 ${p99} ms late`,
  reference: `${BUDGET_MS} ms`,
});
if ((missed.length > 0 && !isShort) || doubled.length > 0) process.exitCode = 1;
await stopBus();
await closeDatabase();
await database.stop();
process.exit();
