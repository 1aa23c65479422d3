import { pool, type Queryable, sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

export type { Client, Queryable } from '@/lib/data/database';
export { replaceNameOfAgent } from '@/lib/data/deletions';

/** Types of events with words of a player or a member. */
const SAID = ['message_sent', 'wolf_message_sent', 'move_noted'];
/** Lines of the evidence before and after a message. */
const LINES_AROUND = 5;

export type AgentRow = Row<'Agent', 'id' | 'owner_id' | 'display_name' | 'bio' | 'avatar_url' | 'kind' | 'created_at'>;

export async function findAgentRow(id: string): Promise<AgentRow | null> {
  const rows = await sql<AgentRow>(
    'moderation.agent',
    `SELECT id, owner_id, display_name, bio, avatar_url, kind, created_at FROM agents WHERE id = $1 AND deleted_at IS NULL`,
    [id],
  );
  return rows[0] ?? null;
}

export type ReviewRow = Row<'Review', 'id' | 'experience_id' | 'agent_id' | 'owner_id' | 'review' | 'updated_at'> & {
  experience_name: string;
  display_name: string;
};

export async function findReviewRow(id: string): Promise<ReviewRow | null> {
  const rows = await sql<ReviewRow>(
    'moderation.review',
    `SELECT r.id, r.experience_id, r.agent_id, r.owner_id, r.review, r.updated_at, e.name AS experience_name, a.display_name
     FROM reviews r JOIN experiences e ON e.id = r.experience_id JOIN agents a ON a.id = r.agent_id WHERE r.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export type ExperienceRow = Row<
  'Experience',
  'id' | 'name' | 'summary' | 'publisher_name' | 'created_by_agent_id' | 'created_at' | 'kind'
> & { owner_id: string | null };

export async function findExperienceRow(id: string): Promise<ExperienceRow | null> {
  const rows = await sql<ExperienceRow>(
    'moderation.experience',
    `SELECT e.id, e.name, e.summary, e.publisher_name, e.created_by_agent_id, e.created_at, e.kind,
            COALESCE(e.created_by_owner_id, a.owner_id) AS owner_id
     FROM experiences e LEFT JOIN agents a ON a.id = e.created_by_agent_id WHERE e.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export type LeagueRow = Row<'League', 'name' | 'description' | 'created_by_agent_id' | 'created_at'> & {
  created_by_agent_id: string;
  owner_id: string | null;
  display_name: string;
};

/** A league that an agent or a person created, by its id on the wire; those of the platform have no words of strangers. */
export async function findLeagueRow(leagueId: string): Promise<LeagueRow | null> {
  const rows = await sql<LeagueRow>(
    'moderation.league',
    `SELECT l.name, l.description, l.created_by_agent_id, l.created_at, a.owner_id, a.display_name
     FROM leagues l JOIN agents a ON a.id = l.created_by_agent_id WHERE l.league_id = $1`,
    [leagueId],
  );
  return rows[0] ?? null;
}

export type SeatRow = Row<'MatchSeat', 'seat' | 'agent_id' | 'display_name'> & { game_id: string; started_at: Date };

/** The seats of a match; empty when there is none. */
export async function findSeatRows(matchId: string): Promise<SeatRow[]> {
  return sql<SeatRow>(
    'moderation.seats',
    `SELECT s.seat, s.agent_id, s.display_name, m.game_id, m.started_at FROM match_seats s JOIN matches m ON m.id = s.match_id
     WHERE s.match_id = $1 ORDER BY s.seat`,
    [matchId],
  );
}

/** The owners of the players of matches. */
export async function findOwnersOfSeats(matchIds: readonly string[], on: Queryable = pool()): Promise<string[]> {
  const rows = await sql<{ owner_id: string }>(
    'moderation.owners_of_seats',
    `SELECT DISTINCT a.owner_id FROM match_seats s JOIN agents a ON a.id = s.agent_id
     WHERE s.match_id = ANY ($1::uuid[]) AND a.owner_id IS NOT NULL`,
    [matchIds],
    on,
  );
  return rows.map(({ owner_id }) => owner_id);
}

export type SaidRow = Row<'Event', 'id' | 'audience' | 'type' | 'at' | 'data', { data: Record<string, unknown> }>;

/** What was said in a stream for some audiences: an event and those around it, oldest first. */
export async function findSaidAround(stream: string, id: string, audiences: readonly string[]): Promise<SaidRow[]> {
  return sql<SaidRow>(
    'moderation.said_around',
    `(SELECT id, audience, type, at, data FROM events WHERE stream = $1 AND id <= $2::bpchar AND type = ANY ($3::text[])
        AND audience = ANY ($4::text[]) ORDER BY id DESC LIMIT ${LINES_AROUND + 1})
     UNION ALL
     (SELECT id, audience, type, at, data FROM events WHERE stream = $1 AND id > $2::bpchar AND type = ANY ($3::text[])
        AND audience = ANY ($4::text[]) ORDER BY id LIMIT ${LINES_AROUND})
     ORDER BY id`,
    [stream, id, SAID, audiences],
  );
}

/** One event of any audience. */
export async function findSaid(stream: string, id: string): Promise<SaidRow | null> {
  const rows = await sql<SaidRow>(
    'moderation.said',
    'SELECT id, audience, type, at, data FROM events WHERE stream = $1 AND id = $2::bpchar AND type = ANY ($3::text[])',
    [stream, id, SAID],
  );
  return rows[0] ?? null;
}

/** The owner of an agent or a person; null without one. */
export async function findOwnerOfAgent(agentId: string, on: Queryable = pool()): Promise<string | null> {
  const rows = await sql<{ owner_id: string | null }>(
    'moderation.owner_of',
    'SELECT owner_id FROM agents WHERE id = $1',
    [agentId],
    on,
  );
  return rows[0]?.owner_id ?? null;
}
