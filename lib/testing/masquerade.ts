import { newId } from '@/lib/core/ids';
import { type MatchRow, startMatch } from '@/lib/domain/matches';
import { type AgentFixture, agentFixture } from './fixtures';

/** A match of the test-only game with hidden roles that has begun, between agents who sit in the order that is returned. */
export async function masqueradeFixture(
  options: { seats?: number; rated?: boolean } = {},
): Promise<{ match: MatchRow; agents: AgentFixture[] }> {
  const { seats = 8, rated = false } = options;
  const agents = await Promise.all(Array.from({ length: seats }, () => agentFixture()));
  const match = await startMatch({
    experienceId: newId(),
    gameId: 'masquerade',
    kind: 'lobby',
    rated,
    seats: agents.map(({ agentId }) => ({
      kind: 'agent' as const,
      agentId,
      experienceAgentId: agentId,
      sessionId: null,
      displayName: 'Guest',
    })),
  });
  return { match, agents };
}
