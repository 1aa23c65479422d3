import { iso, now } from '@/lib/core/clock';
import { agentStream, type StreamEvent } from '@/lib/core/stream';
import { isAwaited, type MatchRow, postponeDeadline, readMatches } from '@/lib/domain/matches';
import { noteReminders } from '@/lib/domain/seating';
import { appendEvents, publish } from '@/lib/events';
import { findNearDeadlines, transaction } from './todo.repo';

const MAX_BATCH = 200;

/** A player whose move is due soon. */
interface Reminder {
  [column: string]: unknown;
  agentId: string;
  lobbyId: string;
  deadlineAt: Date;
  sessionId: string | null;
}

/**
 * Reminds the players of correspondence games whose move is due soon, once for each deadline, by the notice `move_due_soon` on
 * `me`. A deadline that vacation postpones is moved in its place. The ticker calls it. Returns how many were reminded.
 */
export async function remindOfMoves(at: Date = now()): Promise<number> {
  const near = await findNearDeadlines(at, MAX_BATCH);
  if (near.length === 0) return 0;
  const matches = await readMatches([...new Set(near.map(({ lobbyId }) => lobbyId))]);
  const reminders = (await Promise.all(matches.map(remindersOf))).flat();
  const wanted = reminders.filter((one) =>
    near.some(({ agentId, lobbyId }) => agentId === one.agentId && lobbyId === one.lobbyId),
  );
  const events = await transaction(async (client) => {
    const marked = await noteReminders(client, wanted);
    const fresh = wanted.filter((one) =>
      marked.some(({ agentId, lobbyId }) => agentId === one.agentId && lobbyId === one.lobbyId),
    );
    const stored: StreamEvent[] = [];
    for (const { agentId, lobbyId, deadlineAt, sessionId } of fresh.sort((a, b) => (a.agentId < b.agentId ? -1 : 1))) {
      const data = { game_session_id: lobbyId, session_id: sessionId, due_at: iso(deadlineAt) };
      stored.push(...(await appendEvents(client, agentStream(agentId), [{ type: 'move_due_soon', data }])));
    }
    return stored;
  });
  publish(events);
  return events.length;
}

/** The players of a match for whom it waits; none when vacation has moved the deadline. */
async function remindersOf(match: MatchRow): Promise<Reminder[]> {
  const { id: lobbyId, deadlineAt } = match;
  const postponed = await postponeDeadline(match);
  if (deadlineAt === null || postponed === null || postponed > deadlineAt) return [];
  return match.seats.flatMap(({ agentId, seat, sessionId }) =>
    agentId && isAwaited(match, seat) ? [{ agentId, lobbyId, deadlineAt, sessionId }] : [],
  );
}
