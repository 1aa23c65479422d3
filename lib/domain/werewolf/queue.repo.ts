import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

export { type Client, transaction } from '@/lib/data/database';

/** An agent that waits, with what its seat in the match needs. */
export type QueueEntry = Fields<'WerewolfQueueEntry', 'agentId' | 'displayName' | 'joinedAt'> &
  Fields<'Agent', 'kind' | 'ownerId', { kind: 'agent' | 'human' }>;

/** The queue's row and its entries, first come first. */
export interface StoredQueue {
  fillAt: Date | null;
  entries: QueueEntry[];
}

/**
 * Locks a queue until the transaction ends, so that changes of its entries happen one after another. With `dueAt` only a
 * queue whose house bots are due then and which no other process has locked; false when there is none.
 */
export async function lockQueue(client: Queryable, queueId: string, dueAt?: Date): Promise<boolean> {
  if (dueAt) {
    const due = await sql(
      'werewolf.lock_due_queue',
      'SELECT 1 FROM werewolf_queues WHERE id = $1 AND fill_at <= $2 FOR UPDATE SKIP LOCKED',
      [queueId, dueAt],
      client,
    );
    return due.length > 0;
  }
  await sql(
    'werewolf.lock_queue',
    'INSERT INTO werewolf_queues AS q (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET fill_at = q.fill_at',
    [queueId],
    client,
  );
  return true;
}

/** A queue with its entries. One query. */
export async function findQueue(queueId: string, on: Queryable = pool()): Promise<StoredQueue> {
  const rows = await sql<QueueEntry & { fillAt: Date | null } & Record<string, unknown>>(
    'werewolf.queue',
    `SELECT e.agent_id AS "agentId", e.display_name AS "displayName", e.joined_at AS "joinedAt", a.kind,
            a.owner_id AS "ownerId", q.fill_at AS "fillAt"
     FROM werewolf_queue_entries e JOIN agents a ON a.id = e.agent_id JOIN werewolf_queues q ON q.id = e.queue_id
     WHERE e.queue_id = $1 ORDER BY e.place`,
    [queueId],
    on,
  );
  return { fillAt: rows[0]?.fillAt ?? null, entries: rows.map(({ fillAt: _, ...entry }) => entry) };
}

/** Adds an entry at the end; an agent that has one keeps it. */
export async function insertEntry(
  client: Queryable,
  entry: { agentId: string; queueId: string; displayName: string; joinedAt: Date },
): Promise<void> {
  await sql(
    'werewolf.enqueue',
    `INSERT INTO werewolf_queue_entries (agent_id, queue_id, display_name, joined_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (agent_id) DO NOTHING`,
    [entry.agentId, entry.queueId, entry.displayName, entry.joinedAt],
    client,
  );
}

/** Removes the entries of these agents. Returns how many there were. */
export async function deleteEntries(client: Queryable, queueId: string, agentIds: readonly string[]): Promise<number> {
  const rows = await sql(
    'werewolf.dequeue',
    'DELETE FROM werewolf_queue_entries WHERE queue_id = $1 AND agent_id = ANY ($2::uuid[]) RETURNING agent_id',
    [queueId, agentIds],
    client,
  );
  return rows.length;
}

/** Sets when house bots take the empty seats of a locked queue. */
export async function setFillAt(client: Queryable, queueId: string, fillAt: Date | null): Promise<void> {
  await sql('werewolf.set_fill_at', 'UPDATE werewolf_queues SET fill_at = $2 WHERE id = $1', [queueId, fillAt], client);
}

/** When house bots are due next in any queue; null when no agent waits for them. */
export async function findNextFill(): Promise<Date | null> {
  const rows = await sql<{ fillAt: Date | null }>(
    'werewolf.next_fill',
    'SELECT min(fill_at) AS "fillAt" FROM werewolf_queues',
    [],
  );
  return rows[0]?.fillAt ?? null;
}

/** The running match of an agent's engagement and its seat, from 0; null when it plays none. Index look-ups only. */
export async function findAssignment(
  agentId: string,
  experienceId: string,
  on: Queryable = pool(),
): Promise<{ matchId: string; seat: number; number: number } | null> {
  const rows = await sql<{ matchId: string; seat: number; number: number }>(
    'werewolf.assignment',
    `SELECT s.match_id AS "matchId", s.seat, b.number
     FROM engagements g JOIN sessions s ON s.id = g.session_id JOIN town_buildings b ON b.match_id = s.match_id
     WHERE g.agent_id = $1 AND g.experience_id = $2`,
    [agentId, experienceId],
    on,
  );
  return rows[0] ?? null;
}
