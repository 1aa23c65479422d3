import { iso } from '@/lib/core/clock';
import type { OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import {
  type ActivityFilter,
  type ActivityRow,
  type AgentSessionRow,
  findActivity,
  findSessionsOfOwner,
  type OwnedPage,
} from './activity.repo';
import { requireOwnedAgent } from './agents.service';

/** One call of an agent, in wire form. Contains no arguments and no answers. */
export interface Activity {
  id: string;
  agent_id: string;
  agent_name: string;
  /** `key:<key_id>` or `jwt:<token id>`. */
  credential_id: string;
  tool: string;
  transport: string;
  /** `ok` or an error code. */
  outcome: string;
  duration_ms: number;
  at: string;
}

/** A running or past session of an agent, in wire form. */
export interface AgentSession {
  session_id: string;
  agent_id: string;
  agent_name: string;
  experience_id: string;
  experience_name: string | null;
  status: string;
  mode: 'session';
  match_id: string | null;
  game_session_id: string | null;
  step_count: number;
  end_reason: string | null;
  /** How it ended for the agent, as the experience said it: `win`, `loss`, `draw` or another word. */
  result: string | null;
  created_at: string;
  last_active_at: string;
  ended_at: string | null;
}

export interface OwnedPageRequest {
  ownerId: OwnerId;
  /** Only this agent's. */
  agentId?: string | null;
  cursor?: string | null;
  limit: number;
}

/**
 * What an owner's agents called, newest first. `nextCursor` is null on the last page.
 * @throws NOT_FOUND for an agent that is not the owner's · VALIDATION_ERROR for a broken cursor
 */
export async function listActivity(
  request: OwnedPageRequest & Partial<ActivityFilter>,
): Promise<{ activity: Activity[]; nextCursor: string | null }> {
  const { tool = null, worked = null } = request;
  const rows = await findActivity({ ...(await toPage(request)), tool, worked });
  const shown = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? shown.at(-1) : undefined;
  return { activity: shown.map(toActivity), nextCursor: last ? writeCursor({ at: last.at, id: last.id }) : null };
}

/** Sessions of an owner's agents, newest first; paged and refused as `listActivity`. */
export async function listSessions(
  request: OwnedPageRequest,
): Promise<{ sessions: AgentSession[]; nextCursor: string | null }> {
  const rows = await findSessionsOfOwner(await toPage(request));
  const shown = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? shown.at(-1) : undefined;
  return {
    sessions: shown.map(toAgentSession),
    nextCursor: last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/** One row more than the page shows whether there is a next one. */
async function toPage({ ownerId, agentId = null, cursor, limit }: OwnedPageRequest): Promise<OwnedPage> {
  if (agentId) await requireOwnedAgent({ agentId, ownerId });
  return { ownerId, agentId, before: cursor ? readCursor(cursor) : null, limit: limit + 1 };
}

function toActivity(row: ActivityRow): Activity {
  const { id, agent_id, agent_name, credential_id, tool, transport, outcome } = row;
  return {
    id,
    agent_id,
    agent_name,
    credential_id,
    tool,
    transport,
    outcome,
    duration_ms: row.duration_us / 1000,
    at: iso(row.at),
  };
}

function toAgentSession(row: AgentSessionRow): AgentSession {
  return {
    session_id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    experience_id: row.experience_id,
    experience_name: row.experience_name,
    status: row.status,
    mode: 'session',
    match_id: row.match_id,
    game_session_id: row.lobby_id,
    step_count: row.step_count,
    end_reason: row.end_reason,
    result: row.result,
    created_at: iso(row.created_at),
    last_active_at: iso(row.last_active_at),
    ended_at: row.ended_at && iso(row.ended_at),
  };
}
