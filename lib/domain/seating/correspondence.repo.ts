import { pool, type Queryable, sql } from '@/lib/data/database';
import type { CorrespondenceGame } from './seating.schema';

type Seat = { agentId: string; lobbyId: string };

/**
 * Takes the lowest free slot of an agent. `taken`: the slot was taken meanwhile, or the agent has a seat in this game. The
 * experience cannot be deleted before the transaction ends.
 */
export async function insertCorrespondenceSeat(
  client: Queryable,
  seat: Seat & { experienceId: string },
  slots: number,
): Promise<'seated' | 'taken' | 'full' | 'no_experience'> {
  const rows = await sql<{ exists: boolean; slot: number | null; seated: boolean }>(
    'correspondence.seat',
    `WITH played AS (SELECT id FROM experiences WHERE id = $3 FOR KEY SHARE),
     free AS (
       SELECT min(n) AS slot FROM generate_series(1, $4::int) n
       WHERE NOT EXISTS (SELECT 1 FROM correspondence_seats WHERE agent_id = $1 AND slot = n)),
     seated AS (
       INSERT INTO correspondence_seats (agent_id, slot, lobby_id, experience_id)
       SELECT $1, free.slot, $2, played.id FROM free, played WHERE free.slot IS NOT NULL
       ON CONFLICT DO NOTHING RETURNING 1)
     SELECT EXISTS (SELECT 1 FROM played) AS exists, (SELECT slot FROM free) AS slot, EXISTS (SELECT 1 FROM seated) AS seated`,
    [seat.agentId, seat.lobbyId, seat.experienceId, slots],
    client,
  );
  const [row] = rows;
  if (row?.seated) return 'seated';
  if (!row?.exists) return 'no_experience';
  return row.slot === null && !(await isCorrespondenceSeated(client, seat)) ? 'full' : 'taken';
}

/** Whether an agent has a seat in a correspondence game. */
export async function isCorrespondenceSeated(client: Queryable, { agentId, lobbyId }: Seat): Promise<boolean> {
  const rows = await sql(
    'correspondence.is_seated',
    'SELECT 1 FROM correspondence_seats WHERE agent_id = $1 AND lobby_id = $2',
    [agentId, lobbyId],
    client,
  );
  return rows.length > 0;
}

export async function findCorrespondence(agentId: string, on: Queryable = pool()): Promise<CorrespondenceGame[]> {
  return sql<CorrespondenceGame & Record<string, unknown>>(
    'correspondence.of_agent',
    `SELECT c.experience_id AS "experienceId", x.name AS "experienceName", c.lobby_id AS "lobbyId", s.id AS "sessionId"
     FROM correspondence_seats c
     LEFT JOIN experiences x ON x.id = c.experience_id
     LEFT JOIN sessions s ON s.agent_id = c.agent_id AND s.status = 'active' AND s.is_correspondence AND s.lobby_id = c.lobby_id
     WHERE c.agent_id = $1 ORDER BY c.since, c.slot`,
    [agentId],
    on,
  );
}

/** A correspondence game of which an agent was reminded. */
export interface Reminded {
  [column: string]: unknown;
  agentId: string;
  lobbyId: string;
}

/** A seat with the deadline of its game. */
interface Deadline {
  agentId: string;
  lobbyId: string;
  deadlineAt: Date;
}

/** Stores deadlines in a column of their seats. Returns those that were not there yet. */
const storeDeadlines = (
  client: Queryable,
  { name, column }: { name: string; column: 'reminded_of' | 'turn_noted_of' },
  deadlines: readonly Deadline[],
): Promise<Reminded[]> =>
  sql<Reminded>(
    name,
    `UPDATE correspondence_seats c SET ${column} = r.deadline_at
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS r(agent_id, lobby_id, deadline_at)
     WHERE c.agent_id = r.agent_id AND c.lobby_id = r.lobby_id AND c.${column} IS DISTINCT FROM r.deadline_at
     RETURNING c.agent_id AS "agentId", c.lobby_id AS "lobbyId"`,
    [
      deadlines.map(({ agentId }) => agentId),
      deadlines.map(({ lobbyId }) => lobbyId),
      deadlines.map(({ deadlineAt }) => deadlineAt),
    ],
    client,
  );

/**
 * Notes that agents are reminded of the deadlines of their games now. Returns those that were not yet: of racing processes one
 * reminds.
 */
export const markReminded = (client: Queryable, reminders: readonly Deadline[]): Promise<Reminded[]> =>
  storeDeadlines(client, { name: 'correspondence.mark_reminded', column: 'reminded_of' }, reminders);

/** Marks that a turn of people was looked at. Returns those that were not yet. */
export const markTurns = (client: Queryable, turns: readonly Deadline[]): Promise<Reminded[]> =>
  storeDeadlines(client, { name: 'correspondence.mark_turns', column: 'turn_noted_of' }, turns);
