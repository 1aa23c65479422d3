import { requireQuota } from '@/lib/domain/quotas';
import type { Client } from './leagues.repo';

/** @throws QUOTA_EXCEEDED when the agent, or its owner, has as many leagues that are not completed as it may */
export async function requireLeagueQuota(client: Client, agentId: string): Promise<void> {
  await requireQuota(client, {
    name: 'open_leagues',
    agentId,
    open: `SELECT created_by_agent_id AS agent_id FROM leagues WHERE status <> 'completed'`,
    next: 'A league counts until its last match has ended.',
  });
}

/**
 * Before matches are added to a league. Leagues of the platform have no quota.
 * @throws QUOTA_EXCEEDED when the open leagues of its creator, or of the owner, have as many matches as they may
 */
export async function requireFixtureQuota(
  client: Client,
  { createdByAgentId }: { createdByAgentId: string | null },
): Promise<void> {
  if (createdByAgentId === null) return;
  await requireQuota(client, {
    name: 'league_matches',
    agentId: createdByAgentId,
    open: `SELECT l.created_by_agent_id AS agent_id FROM leagues l JOIN league_fixtures f ON f.league_uid = l.id
           WHERE l.status <> 'completed'`,
    next: 'Wait until a league is completed, or choose the format swiss or knockout.',
  });
}
