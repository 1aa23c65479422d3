import type { PageCursor } from '@/lib/core/page-cursor';
import { sql } from '@/lib/data/database';
import { escapeLike } from '@/lib/data/like';
import type { Row } from '@/lib/data/row';

/** A page of a list with an optional text that its rows contain. */
export interface Wanted {
  contains: string | null;
  before: PageCursor | null;
  limit: number;
}

const valuesOf = ({ contains, before, limit }: Wanted): unknown[] => [
  contains === null ? null : escapeLike(contains),
  before?.at ?? null,
  before?.id ?? null,
  limit,
];

const restrictionsOf = (subject: string) => `ARRAY(SELECT s.kind FROM restrictions s
  WHERE s.subject_id = ${subject} AND (s.ends_at IS NULL OR s.ends_at > now())) AS restrictions`;

export type PersonRow = Row<'Owner', 'id' | 'email' | 'display_name' | 'is_admin' | 'is_moderator' | 'created_at'> & {
  agents: number;
  restrictions: string[];
};

/** Accounts, the newest first; the text is in the name or the e-mail. */
export async function findPeople(wanted: Wanted): Promise<PersonRow[]> {
  return sql<PersonRow>(
    'administration.people',
    `SELECT o.id, o.email, o.display_name, o.is_admin, o.is_moderator, o.created_at, ${restrictionsOf('o.id')},
            (SELECT count(*)::int FROM agents a WHERE a.owner_id = o.id AND a.kind = 'agent') AS agents
     FROM owners o
     WHERE ($1::text IS NULL OR o.email ILIKE '%' || $1 || '%' OR o.display_name ILIKE '%' || $1 || '%')
       AND ($2::timestamptz IS NULL OR (o.created_at, o.id) < ($2, $3::uuid))
     ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    valuesOf(wanted),
  );
}

export type AgentRow = Row<'Agent', 'id' | 'display_name' | 'kind' | 'owner_id' | 'created_at' | 'guest_seen_at'> & {
  owner_name: string | null;
  restrictions: string[];
};

/** Agents, people at the board and guests, the newest first; the text is in the name. */
export async function findAgents(wanted: Wanted): Promise<AgentRow[]> {
  return sql<AgentRow>(
    'administration.agents',
    `SELECT a.id, a.display_name, a.kind, a.owner_id, a.created_at, a.guest_seen_at, o.display_name AS owner_name,
            ${restrictionsOf('a.id')}
     FROM agents a LEFT JOIN owners o ON o.id = a.owner_id
     WHERE a.deleted_at IS NULL AND ($1::text IS NULL OR a.display_name ILIKE '%' || $1 || '%')
       AND ($2::timestamptz IS NULL OR (a.created_at, a.id) < ($2, $3::uuid))
     ORDER BY a.created_at DESC, a.id DESC LIMIT $4`,
    valuesOf(wanted),
  );
}

export type ExperienceRow = Row<
  'Experience',
  | 'id'
  | 'name'
  | 'publisher_name'
  | 'kind'
  | 'listed'
  | 'hidden_at'
  | 'verification_status'
  | 'live_status'
  | 'created_at'
>;

/** Experiences, unlisted and hidden ones too, the newest first; the text is in the name, the summary or the publisher. */
export async function findExperiences(wanted: Wanted): Promise<ExperienceRow[]> {
  return sql<ExperienceRow>(
    'administration.experiences',
    `SELECT id, name, publisher_name, kind, listed, hidden_at, verification_status, live_status, created_at FROM experiences
     WHERE ($1::text IS NULL OR (name || ' ' || summary || ' ' || publisher_name) ILIKE '%' || $1 || '%')
       AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    valuesOf(wanted),
  );
}

export type MatchRow = Row<'Match', 'id' | 'game_id' | 'kind' | 'status' | 'end_reason' | 'rated' | 'started_at'> & {
  players: string[];
};

/** Matches, the newest first; the text is the name of a player. Ids of matches are in the order of time. */
export async function findMatches(wanted: Wanted): Promise<MatchRow[]> {
  return sql<MatchRow>(
    'administration.matches',
    `SELECT m.id, m.game_id, m.kind, m.status, m.end_reason, m.rated, m.started_at,
            ARRAY(SELECT s.display_name FROM match_seats s WHERE s.match_id = m.id ORDER BY s.seat) AS players
     FROM matches m
     WHERE ($1::text IS NULL OR EXISTS (
              SELECT 1 FROM match_seats s WHERE s.match_id = m.id AND s.display_name ILIKE '%' || $1 || '%'))
       AND ($2::timestamptz IS NULL OR m.id < $3::uuid)
     ORDER BY m.id DESC LIMIT $4`,
    valuesOf(wanted),
  );
}

export interface FigureRow {
  people: number;
  agents: number;
  guests: number;
  experiences: number;
  hidden_experiences: number;
  active_matches: number;
  restrictions: number;
}

/** Numbers for the overview. The large ones are estimates of the planner's statistics. */
export async function countAll(): Promise<FigureRow> {
  const rows = await sql<FigureRow>(
    'administration.figures',
    `SELECT (SELECT count(*)::int FROM owners) AS people,
            (SELECT count(*)::int FROM agents WHERE kind = 'agent' AND deleted_at IS NULL) AS agents,
            (SELECT count(*)::int FROM agents WHERE guest_seen_at IS NOT NULL) AS guests,
            (SELECT count(*)::int FROM experiences) AS experiences,
            (SELECT count(*)::int FROM experiences WHERE hidden_at IS NOT NULL) AS hidden_experiences,
            (SELECT count(*)::int FROM matches WHERE status = 'active') AS active_matches,
            (SELECT count(*)::int FROM restrictions WHERE ends_at IS NULL OR ends_at > now()) AS restrictions`,
    [],
  );
  return rows[0] as FigureRow;
}

export interface JobRow {
  kind: 'webhook' | 'verification' | 'deadline' | 'session_end';
  id: string;
  about: string;
  attempts: number | null;
  due_at: Date | null;
  last_error: string | null;
}

/** What is overdue, was tried before, or waits: the longest first, at most `limit` of each kind. */
export async function findJobs(limit: number): Promise<JobRow[]> {
  return sql<JobRow>(
    'administration.jobs',
    `(SELECT 'webhook' AS kind, d.id::text AS id, w.url AS about, d.attempts, d.due_at,
             COALESCE(d.error, 'HTTP ' || d.http_status) AS last_error
      FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.status = 'pending' ORDER BY d.due_at LIMIT $1)
     UNION ALL
     (SELECT 'verification', v.id::text, e.name, NULL, v.started_at, NULL
      FROM verifications v JOIN experiences e ON e.id = v.experience_id
      WHERE v.status IN ('queued', 'running') ORDER BY v.started_at LIMIT $1)
     UNION ALL
     (SELECT 'deadline', m.id::text, m.game_id, NULL, p.deadline_at, NULL
      FROM match_positions p JOIN matches m ON m.id = p.match_id
      WHERE p.deadline_at < now() - interval '10 seconds' AND m.status = 'active' ORDER BY p.deadline_at LIMIT $1)
     UNION ALL
     (SELECT 'session_end', s.id::text, e.name, NULL, s.end_failed_at, 'The experience could not be reached for the end.'
      FROM sessions s JOIN experiences e ON e.id = s.experience_id
      WHERE s.status = 'active' AND s.end_failed_at IS NOT NULL ORDER BY s.end_failed_at LIMIT $1)`,
    [limit],
  );
}
