import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { agentStream, type StreamEvent } from '@/lib/core/stream';
import type { Queryable } from '@/lib/data/database';
import { appendEvents } from '@/lib/events';
import { addQueueSessions } from './engagements.repo';
import type { Session } from './seating.schema';
import { insertSession } from './sessions.repo';

/** A queue that fills matches of one experience, and the tools with which agents use it. */
export interface Queue {
  id: string;
  experienceId: string;
  joinTool: string;
  /** The toolset of these tools. */
  toolset: string;
  leave: { tool: string; arguments: Record<string, string> };
}

const queues = () => once('seating.queues', () => new Map<string, Queue>());

/** Registers a queue. Call it when the module of the queue is loaded. */
export function registerQueue(queue: Queue): void {
  queues().set(queue.id, queue);
}

/** A registered queue. */
export function queueById(id: string): Queue | undefined {
  return queues().get(id);
}

/** The queue through which an experience is played; undefined for an experience without one. */
export function queueOf(experienceId: string): Queue | undefined {
  return [...queues().values()].find((queue) => queue.experienceId === experienceId);
}

/** A player who leaves a queue for a seat. */
export interface QueuedPlayer {
  agentId: string;
  experienceAgentId: string;
  seat: number;
}

/**
 * Gives players who waited in a queue a session in the match that begins, in the transaction that inserts it: their
 * engagement, by which they wait, gets the session too. Returns the sessions in the order of the players, and the
 * notices to publish after the commit.
 */
export async function seatFromQueue(
  client: Queryable,
  match: { id: string; experienceId: string; queueId: string },
  players: readonly QueuedPlayer[],
): Promise<{ sessions: Session[]; events: StreamEvent[] }> {
  const sessions: Session[] = [];
  for (const { agentId, experienceAgentId, seat } of players) {
    const { id: matchId, experienceId } = match;
    const session = { id: newId(), agentId, experienceId, experienceAgentId, matchId, seat, lobbyId: null };
    sessions.push(await insertSession(client, session));
  }
  await addQueueSessions(client, { queueId: match.queueId, sessions });
  const events: StreamEvent[] = [];
  const ordered = [...sessions].sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
  for (const { id, agentId, seat } of ordered) {
    const { id: matchId, experienceId } = match;
    // The seats of a town are counted from 1, as its tools name them.
    const place = seat === null ? {} : { seat: seat + 1 };
    const data = { game_session_id: matchId, match_id: matchId, experience_id: experienceId, session_id: id, ...place };
    events.push(...(await appendEvents(client, agentStream(agentId), [{ type: 'match_started', data }])));
  }
  return { sessions, events };
}
