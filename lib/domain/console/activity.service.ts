import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import type { OwnerId } from '@/lib/core/ids';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { requireOwnedAgent } from '@/lib/domain/people';
import {
  type ActivityFilter,
  type ActivityRow,
  type AgentSessionRow,
  findActivity,
  findSessionsOfOwner,
  type OwnedPage,
} from './activity.repo';
import type { SessionState } from './bodies.schema';

/** One call of an agent, in wire form. Contains no values of arguments and no answers. */
export const activitySchema = z.strictObject({
  id: z.string().describe('Its id'),
  agent_id: z.string().describe('The agent'),
  agent_name: z.string().describe('Its name'),
  credential_id: z.string().describe('`key:<key_id>` or `jwt:<token id>`'),
  key_id: z
    .string()
    .nullable()
    .describe('The key, also of a call with a token made from it; null when the key or its record is gone'),
  key_name: z.string().nullable().describe('Name of the key'),
  key_prefix: z.string().nullable().describe('First characters of the key'),
  address: z.string().nullable().describe('Address of the caller; null when unknown'),
  tool: z.string().describe('Name of the tool'),
  transport: z.string().describe('`mcp` or `rest`'),
  outcome: z.string().describe('`ok` or an error code'),
  status: z.int().nullable().describe('HTTP status; null in lines from before it was recorded'),
  message: z.string().nullable().describe('Message of a failure'),
  arguments: z.string().nullable().describe('Shape of the arguments, without values; null without arguments'),
  session_id: z.string().nullable().describe('The session; null when the call named none'),
  experience_id: z.string().nullable().describe('The experience'),
  experience_name: z.string().nullable().describe('Its name'),
  duration_ms: z.number().describe('How long it took'),
  at: z.iso.datetime().describe('When it happened'),
});
export type Activity = z.infer<typeof activitySchema>;

/** A running or past session of an agent, in wire form. */
export const agentSessionSchema = z.strictObject({
  session_id: z.string().describe('The session'),
  agent_id: z.string().describe('The agent'),
  agent_name: z.string().describe('Its name'),
  experience_id: z.string().describe('The experience'),
  experience_name: z.string().nullable().describe('Its name'),
  status: z.string().describe('State'),
  mode: z.literal('session').describe('How the agent plays: in a session'),
  match_id: z.string().nullable().describe('The match; null outside the built-in games'),
  game_session_id: z.string().nullable().describe('The lobby and match; null when it plays alone'),
  step_count: z.int().describe('Steps so far'),
  end_reason: z.string().nullable().describe('Why it ended; null while it runs'),
  result: z
    .string()
    .nullable()
    .describe('How it ended for the agent, as the experience said it: `win`, `loss`, `draw` or another word'),
  opponents: z
    .array(
      z.strictObject({
        name: z.string().describe('Name'),
        kind: z.string().describe('agent, human or bot'),
        agent_id: z.string().nullable().describe('The agent'),
      }),
    )
    .describe('The other players of its match; `agent_id` of agents only'),
  created_at: z.iso.datetime().describe('When it was made'),
  last_active_at: z.iso.datetime().describe('When it was used last'),
  ended_at: z.iso.datetime().nullable().describe('When it ended; null while it runs'),
});
export type AgentSession = z.infer<typeof agentSessionSchema>;

export interface OwnedPageRequest {
  ownerId: OwnerId;
  /** Only this agent's. */
  agentId?: string | null;
  cursor?: string | null;
  limit: number;
}

/** Which calls: those of a page that fit the filter. */
export type ActivitySearch = OwnedPageRequest & Partial<ActivityFilter>;

/**
 * What an owner's agents called, newest first. `nextCursor` is null on the last page.
 * @throws NOT_FOUND for an agent that is not the owner's · VALIDATION_ERROR for a broken cursor
 */
export async function listActivity(
  search: ActivitySearch,
): Promise<{ activity: Activity[]; nextCursor: string | null }> {
  const { tool = null, worked = null, sessionId = null, apiKeyId = null, since = null } = search;
  const rows = await findActivity({ ...(await toPage(search)), tool, worked, sessionId, apiKeyId, since });
  const visible = rows.slice(0, search.limit);
  const last = rows.length > search.limit ? visible.at(-1) : undefined;
  return { activity: visible.map(toActivity), nextCursor: last ? writeCursor({ at: last.at, id: last.id }) : null };
}

/** All calls of a search, newest first, page by page: for an export. @throws as listActivity */
export async function* readActivity(search: ActivitySearch & { maxLines: number }): AsyncGenerator<Activity[]> {
  let cursor = search.cursor ?? null;
  for (let read = 0; read < search.maxLines; ) {
    const { activity, nextCursor } = await listActivity({ ...search, cursor });
    yield activity;
    read += activity.length;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

/** Sessions of an owner's agents, newest first; paged and refused as `listActivity`. */
export async function listSessions(
  request: OwnedPageRequest & { state?: SessionState | null; experienceId?: string | null },
): Promise<{ sessions: AgentSession[]; nextCursor: string | null }> {
  const { state = null, experienceId = null } = request;
  const rows = await findSessionsOfOwner({ ...(await toPage(request)), state, experienceId });
  const visible = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? visible.at(-1) : undefined;
  return {
    sessions: visible.map(toAgentSession),
    nextCursor: last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/** One row more than the page shows whether there is a next one. */
async function toPage({ ownerId, agentId = null, cursor, limit }: OwnedPageRequest): Promise<OwnedPage> {
  if (agentId) await requireOwnedAgent({ agentId, ownerId });
  return { ownerId, agentId, before: cursor ? readCursor(cursor) : null, limit: limit + 1 };
}

function toActivity({ at, api_key_id, duration_us, ...row }: ActivityRow): Activity {
  return {
    id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    credential_id: row.credential_id === '' ? `key:${api_key_id}` : row.credential_id,
    key_id: api_key_id,
    key_name: row.key_name,
    key_prefix: row.key_prefix,
    address: row.address,
    tool: row.tool,
    transport: row.transport,
    outcome: row.outcome,
    status: row.status,
    message: row.message,
    arguments: row.arguments,
    session_id: row.session_id,
    experience_id: row.experience_id,
    experience_name: row.experience_name,
    duration_ms: duration_us / 1000,
    at: iso(at),
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
    opponents: row.opponents ?? [],
    created_at: iso(row.created_at),
    last_active_at: iso(row.last_active_at),
    ended_at: row.ended_at && iso(row.ended_at),
  };
}
