/**
 * Does a message cost more in a long conversation? Matches of Werewolf and of the test game with 60 and with 480 messages
 * of 500 characters. Bytes stored: every rewrite of the position, the events, the inputs and the steps. Bytes sent: every
 * event to a spectator, every event to an omniscient viewer and every response. Reference: the short conversation.
 * Budget: 1.3 times its bytes a message.
 */
import { randomUUID } from 'node:crypto';
import { benchDatabase } from './harness/database';
import { figure, report } from './harness/report';
import { sized } from './harness/size';

const MESSAGES = sized([60, 480] as const, [2, 4] as const);
const SEATS = 8;
const MAX_RATIO = 1.3;
const TEXT = 'I was awake all night and I heard steps near the stairs. '.repeat(9).slice(0, 500);
const PHASE_MS = { night_ms: 600_000, announce_ms: 600_000, day_ms: 86_400_000, vote_ms: 600_000 };

process.env.EXHIBITION = 'false';
const database = await benchDatabase();
const { pool, closeDatabase } = await import('@/lib/data/database');
const { advanceClock, now } = await import('@/lib/core/clock');
const { mayRead, onStream, startBus, stopBus } = await import('@/lib/events');
const { actInMatch, fireDueMatches, readMatch, startMatch } = await import('@/lib/domain/matches');
const { registerGame } = await import('@/lib/games');
const { masquerade } = await import('@/lib/games/testing/masquerade');
const { werewolf } = await import('@/lib/games/werewolf');

registerGame(masquerade);
await startBus();

/** A game in which players talk, with options and the phase that lets them talk for a day. */
interface Talk {
  gameId: string;
  options: unknown;
  phase: string;
}
const TALKS: Talk[] = [
  { gameId: werewolf.id, options: { phase_ms: { DAY_DISCUSSION: 86_400_000 } }, phase: 'DAY_DISCUSSION' },
  { gameId: masquerade.id, options: PHASE_MS, phase: 'day' },
];

interface Player {
  agentId: string;
  sessionId: string;
}

async function makePlayer(experienceId: string): Promise<Player> {
  const [agentId, sessionId] = [randomUUID(), randomUUID()];
  await pool().query(
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status) VALUES ($1, $2, $3, $4, 'active')`,
    [sessionId, agentId, experienceId, agentId],
  );
  return { agentId, sessionId };
}

/** Starts a match and lets its clock run to the first day, when every player may talk. */
async function startDay({
  gameId,
  options,
  phase: wanted,
}: Talk): Promise<{ matchId: string; players: Player[]; living: number[] }> {
  const experienceId = randomUUID();
  const players = await Promise.all(Array.from({ length: SEATS }, () => makePlayer(experienceId)));
  const seats = players.map(({ agentId, sessionId }, seat) => ({
    kind: 'agent' as const,
    agentId,
    experienceAgentId: agentId,
    sessionId,
    displayName: `Guest ${seat}`,
  }));
  const request = {
    experienceId,
    gameId,
    kind: 'lobby' as const,
    rated: false,
    seats,
    options,
  };
  const { id: matchId } = await startMatch(request);
  for (;;) {
    const match = await readMatch(matchId);
    const { phase, alive } = (match?.state ?? {}) as { phase: string; alive: boolean[] };
    if (phase === wanted) return { matchId, players, living: alive.flatMap((is, seat) => (is ? [seat] : [])) };
    advanceClock((match?.deadlineAt ?? now()).getTime() - now().getTime() + 1);
    await fireDueMatches();
  }
}

const SIZES = {
  events: `SELECT coalesce(sum(octet_length(data::text) + octet_length(type) + 60), 0)::int AS bytes FROM events WHERE stream = 'match:' || $1`,
  inputs: `SELECT coalesce(sum(octet_length(move::text) + 40), 0)::int AS bytes FROM match_inputs WHERE match_id::text = $1`,
  steps: `SELECT coalesce(sum(octet_length(action::text) + octet_length(response::text) + 40), 0)::int AS bytes
          FROM session_steps WHERE session_id IN (SELECT session_id FROM match_seats WHERE match_id::text = $1)`,
  position: `SELECT (octet_length(state::text) + octet_length(head::text) + 80)::int AS bytes FROM match_positions WHERE match_id::text = $1`,
};

async function bytes(of: keyof typeof SIZES, matchId: string): Promise<number> {
  const { rows } = await pool().query<{ bytes: number }>(SIZES[of], [matchId]);
  return rows[0]?.bytes ?? 0;
}

const stored = async (matchId: string) =>
  (await bytes('events', matchId)) + (await bytes('inputs', matchId)) + (await bytes('steps', matchId));

/** Bytes a message of a conversation, stored and sent. */
async function converse(talk: Talk, messages: number): Promise<{ stored: number; sent: number }> {
  const { matchId, players, living } = await startDay(talk);
  let sent = 0;
  const stop = onStream(`match:${matchId}`, (events) => {
    for (const event of events) {
      const size = JSON.stringify(event).length;
      sent += mayRead(['public'], event) ? size * 2 : size;
    }
  });
  // The first read of the stream's tail is a separate query.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = await stored(matchId);
  let rewritten = 0;
  for (let message = 0; message < messages; message++) {
    const seat = living[message % living.length] as number;
    const player = players[seat] as Player;
    const action = { type: 'say', text: TEXT };
    // The limit of one message in three seconds is not what is measured.
    await pool().query('DELETE FROM rate_limits');
    const { response } = await actInMatch({ matchId, seat, action, step: { ...player, action } });
    sent += JSON.stringify(response).length;
    rewritten += await bytes('position', matchId);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  stop();
  return { stored: (rewritten + (await stored(matchId)) - before) / messages, sent: sent / messages };
}

for (const talk of TALKS) {
  const [few, many] = [await converse(talk, MESSAGES[0]), await converse(talk, MESSAGES[1])];
  for (const kind of ['stored', 'sent'] as const) {
    report({
      benchmark: `bytes ${kind} a message of ${talk.gameId}, ${MESSAGES[0]} → ${MESSAGES[1]} messages`,
      ratio: many[kind] / few[kind],
      budget: { atMost: MAX_RATIO },
      ours: `${figure(many[kind])} bytes`,
      reference: `${figure(few[kind])} bytes`,
    });
  }
}
await stopBus();
await closeDatabase();
await database.stop();
process.exit();
