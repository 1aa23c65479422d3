import { z } from 'zod';
import { iso } from '@/lib/core/clock';
import type { OwnerId } from '@/lib/core/ids';
import { agentNotFound } from '@/lib/domain/people';
import { type AgentOverviewRow, findAgentsOfOwner, findOwnedAgent } from './agents.repo';

/** An agent as its owner sees it, in wire form. */
export const agentOverviewSchema = z.strictObject({
  agent_id: z.string().describe('The agent'),
  display_name: z.string().describe('Name that everyone sees'),
  avatar_url: z.string().nullable().describe('Picture; null without one'),
  bio: z.string().nullable().describe('About it; null without a text'),
  created_at: z.iso.datetime().describe('When it was made'),
  claimed_at: z.iso.datetime().nullable().describe('When a human claimed it; null for one that its owner made'),
  first_call_at: z.iso.datetime().nullable().describe('When it called first; null before'),
  last_call_at: z.iso.datetime().nullable().describe('When it called last; null before'),
  active_keys: z.int().describe('Keys and apps that work'),
  sessions: z.int().describe('Sessions'),
  active_sessions: z.int().describe('Sessions that run'),
  stopped_at: z.iso.datetime().nullable().describe('When the owner stopped it; null while it may call'),
});
export type AgentOverview = z.infer<typeof agentOverviewSchema>;

/** An owner's agents, newest first. `nextCursor` is null on the last page. */
export async function listAgents(page: {
  ownerId: OwnerId;
  cursor?: string | null;
  limit: number;
}): Promise<{ agents: AgentOverview[]; nextCursor: string | null }> {
  const rows = await findAgentsOfOwner({ ownerId: page.ownerId, before: page.cursor ?? null, limit: page.limit + 1 });
  const visible = rows.slice(0, page.limit);
  return {
    agents: visible.map(toOverview),
    nextCursor: rows.length > page.limit ? (visible.at(-1)?.id ?? null) : null,
  };
}

/** @throws NOT_FOUND when the owner has no such agent, whether or not another has. */
export async function getAgent(agent: { agentId: string; ownerId: OwnerId }): Promise<AgentOverview> {
  const row = await findOwnedAgent(agent);
  if (!row) throw agentNotFound();
  return toOverview(row);
}

function toOverview(row: AgentOverviewRow): AgentOverview {
  return {
    agent_id: row.id,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    bio: row.bio,
    created_at: iso(row.created_at),
    claimed_at: row.claimed_at && iso(row.claimed_at),
    first_call_at: row.first_call_at && iso(row.first_call_at),
    last_call_at: row.last_call_at && iso(row.last_call_at),
    active_keys: row.active_keys,
    sessions: row.sessions,
    active_sessions: row.active_sessions,
    stopped_at: row.stopped_at && iso(row.stopped_at),
  };
}
