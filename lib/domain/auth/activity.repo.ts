import type { AgentId, OwnerId } from '@/lib/core/ids';
import type { PageCursor } from '@/lib/core/page-cursor';
import { agentStream } from '@/lib/core/stream';
import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** Which rows of an owner's agents, newest first. */
export interface OwnedPage {
  ownerId: OwnerId;
  /** One agent only. */
  agentId: string | null;
  before: PageCursor | null;
  limit: number;
}

/** Which calls of the page: of one tool, only those that worked or only those that failed. */
export interface ActivityFilter {
  tool: string | null;
  worked: boolean | null;
}

/** A call of an agent. */
export type ActivityRow = Row<
  'AuditEntry',
  'id' | 'agent_id' | 'credential_id' | 'tool' | 'transport' | 'outcome' | 'duration_us' | 'at',
  { agent_id: AgentId }
> & { agent_name: string };

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
> & { agent_name: string; experience_name: string | null; result: string | null };

const values = (page: OwnedPage) => [
  page.ownerId,
  page.agentId,
  page.before?.at ?? null,
  page.before?.id ?? null,
  page.limit,
];

/** Calls of an owner's agents. Each agent's newest are read by its index and merged, however many lines there are. */
export async function findActivity(page: OwnedPage & ActivityFilter): Promise<ActivityRow[]> {
  return sql<ActivityRow>(
    'auth.activity',
    `SELECT e.*, a.display_name AS agent_name
       FROM agents a CROSS JOIN LATERAL (
         SELECT id, agent_id, credential_id, tool, transport, outcome, duration_us, at FROM audit_entries
          WHERE agent_id = a.id AND ($3::timestamptz IS NULL OR (at, id) < ($3::timestamptz, $4::uuid))
            AND ($6::text IS NULL OR tool = $6::text) AND ($7::boolean IS NULL OR (outcome = 'ok') = $7::boolean)
          ORDER BY at DESC, id DESC LIMIT $5) e
      WHERE a.owner_id = $1 AND a.kind = 'agent' AND ($2::uuid IS NULL OR a.id = $2::uuid)
      ORDER BY e.at DESC, e.id DESC LIMIT $5`,
    [...values(page), page.tool, page.worked],
  );
}

/** Sessions of an owner's agents, running and past. */
export async function findSessionsOfOwner(page: OwnedPage): Promise<AgentSessionRow[]> {
  return sql<AgentSessionRow>(
    'auth.sessions_of_owner',
    `SELECT s.*, a.display_name AS agent_name, x.name AS experience_name
       FROM agents a CROSS JOIN LATERAL (
         SELECT id, agent_id, experience_id, status, match_id, lobby_id, step_count, end_reason,
                outcomes->>'result' AS result, created_at, last_active_at, ended_at FROM sessions
          WHERE agent_id = a.id AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
          ORDER BY created_at DESC, id DESC LIMIT $5) s
       LEFT JOIN experiences x ON x.id = s.experience_id
      WHERE a.owner_id = $1 AND a.kind = 'agent' AND ($2::uuid IS NULL OR a.id = $2::uuid)
      ORDER BY s.created_at DESC, s.id DESC LIMIT $5`,
    values(page),
  );
}

/** The first call of an agent, with the data of its event. */
export type FirstCallRow = Row<'Agent', 'first_call_at'> & { data: { tool?: unknown; transport?: unknown } | null };

/** The first call of an owner's agent; null when the owner has no such agent. */
export async function findFirstCall(agent: { agentId: string; ownerId: OwnerId }): Promise<FirstCallRow | null> {
  const rows = await sql<FirstCallRow>(
    'auth.first_call',
    `SELECT a.first_call_at, e.data
       FROM agents a LEFT JOIN events e ON e.stream = '${agentStream('')}' || a.id AND e.type = 'first_call'
      WHERE a.id = $1 AND a.owner_id = $2 AND a.kind = 'agent'
      ORDER BY e.id LIMIT 1`,
    [agent.agentId, agent.ownerId],
  );
  return rows[0] ?? null;
}
