import type { AgentId, OwnerId } from '@/lib/core/ids';
import type { PageCursor } from '@/lib/core/page-cursor';
import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { SessionState } from './bodies.schema';

/** Which rows of an owner's agents, newest first. */
export interface OwnedPage {
  ownerId: OwnerId;
  /** One agent only. */
  agentId: string | null;
  before: PageCursor | null;
  limit: number;
}

/** Which calls of the page; null does not filter. */
export interface ActivityFilter {
  tool: string | null;
  /** Only those that worked, or only those that failed. */
  worked: boolean | null;
  sessionId: string | null;
  apiKeyId: string | null;
  /** No older ones. */
  since: Date | null;
}

/** A call of an agent. */
export type ActivityRow = Row<
  'AuditEntry',
  | 'id'
  | 'agent_id'
  | 'credential_id'
  | 'api_key_id'
  | 'address'
  | 'tool'
  | 'transport'
  | 'outcome'
  | 'status'
  | 'message'
  | 'arguments'
  | 'session_id'
  | 'experience_id'
  | 'duration_us'
  | 'at',
  { agent_id: AgentId }
> & { agent_name: string; key_name: string | null; key_prefix: string | null; experience_name: string | null };

/** A session of an agent, with the names that a list shows. */
export type AgentSessionRow = Row<
  'Session',
  | 'id'
  | 'agent_id'
  | 'experience_id'
  | 'status'
  | 'match_id'
  | 'lobby_id'
  | 'step_count'
  | 'end_reason'
  | 'created_at'
  | 'last_active_at'
  | 'ended_at',
  { agent_id: AgentId }
> & {
  agent_name: string;
  experience_name: string | null;
  result: string | null;
  /** The other seats of its match. */
  opponents: { name: string; kind: string; agent_id: string | null }[] | null;
};

const values = (page: OwnedPage) => [
  page.ownerId,
  page.agentId,
  page.before?.at ?? null,
  page.before?.id ?? null,
  page.limit,
];

const NAMED_CALLS = `
  SELECT e.*, k.name AS key_name, k.prefix AS key_prefix, x.name AS experience_name
    FROM e LEFT JOIN api_keys k ON k.id = e.api_key_id
    LEFT JOIN sessions s ON s.id = e.session_id AND s.agent_id = e.agent_id
    LEFT JOIN experiences x ON x.id = COALESCE(s.experience_id, e.experience_id)
   ORDER BY e.at DESC, e.id DESC`;

const IS_ON_PAGE = `($3::timestamptz IS NULL OR (e.at, e.id) < ($3::timestamptz, $4::uuid))
            AND ($6::text IS NULL OR e.tool = $6::text) AND ($7::boolean IS NULL OR (e.outcome = 'ok') = $7::boolean)
            AND ($8::uuid IS NULL OR e.session_id = $8::uuid) AND ($9::uuid IS NULL OR e.api_key_id = $9::uuid)
            AND ($10::timestamptz IS NULL OR e.at >= $10::timestamptz)`;

/** Calls of an owner's agents. Each agent's newest are read by its index and merged, however many lines there are. */
export async function findActivity(page: OwnedPage & ActivityFilter): Promise<ActivityRow[]> {
  const parameters = [...values(page), page.tool, page.worked, page.sessionId, page.apiKeyId, page.since];
  if (page.sessionId !== null) return findCallsOfSession(parameters);
  return sql<ActivityRow>(
    'console.activity',
    `WITH e AS (
       SELECT c.*, a.display_name AS agent_name
         FROM agents a CROSS JOIN LATERAL (
           SELECT * FROM audit_entries e WHERE e.agent_id = a.id AND ${IS_ON_PAGE}
            ORDER BY e.at DESC, e.id DESC LIMIT $5) c
        WHERE a.owner_id = $1 AND a.kind = 'agent' AND ($2::uuid IS NULL OR a.id = $2::uuid)
        ORDER BY c.at DESC, c.id DESC LIMIT $5)
     ${NAMED_CALLS}`,
    parameters,
  );
}

/** The calls that name one session, by the index on sessions. */
async function findCallsOfSession(parameters: readonly unknown[]): Promise<ActivityRow[]> {
  return sql<ActivityRow>(
    'console.activity_of_session',
    `WITH of_session AS MATERIALIZED (SELECT * FROM audit_entries WHERE session_id = $8::uuid),
     e AS (
       SELECT e.*, a.display_name AS agent_name FROM of_session e JOIN agents a ON a.id = e.agent_id
        WHERE a.owner_id = $1 AND a.kind = 'agent' AND ($2::uuid IS NULL OR a.id = $2::uuid) AND ${IS_ON_PAGE}
        ORDER BY e.at DESC, e.id DESC LIMIT $5)
     ${NAMED_CALLS}`,
    parameters,
  );
}

/** Sessions of an owner's agents, running and past. */
export async function findSessionsOfOwner(
  page: OwnedPage & { state: SessionState | null; experienceId: string | null },
): Promise<AgentSessionRow[]> {
  return sql<AgentSessionRow>(
    'console.sessions_of_owner',
    `SELECT s.*, a.display_name AS agent_name, x.name AS experience_name,
            (SELECT json_agg(json_build_object('name', m.display_name, 'kind', m.kind,
                      'agent_id', CASE WHEN m.kind = 'agent' THEN m.agent_id END) ORDER BY m.seat)
               FROM match_seats m WHERE m.match_id = s.match_id AND m.session_id IS DISTINCT FROM s.id) AS opponents
       FROM agents a CROSS JOIN LATERAL (
         SELECT id, agent_id, experience_id, status, match_id, lobby_id, step_count, end_reason,
                outcomes->>'result' AS result, created_at, last_active_at, ended_at FROM sessions
          WHERE agent_id = a.id AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
            AND ($6::text IS NULL OR status = $6::text OR outcomes->>'result' = $6::text)
            AND ($7::uuid IS NULL OR experience_id = $7::uuid)
          ORDER BY created_at DESC, id DESC LIMIT $5) s
       LEFT JOIN experiences x ON x.id = s.experience_id
      WHERE a.owner_id = $1 AND a.kind = 'agent' AND ($2::uuid IS NULL OR a.id = $2::uuid)
      ORDER BY s.created_at DESC, s.id DESC LIMIT $5`,
    [...values(page), page.state, page.experienceId],
  );
}
