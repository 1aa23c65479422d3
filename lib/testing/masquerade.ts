import { newId } from '@/lib/core/ids';
import { type MatchRow, startMatch } from '@/lib/domain/matches';
import { registerGame } from '@/lib/games';
import { masquerade } from '@/lib/games/testing/masquerade';
import { type AgentFixture, agentFixture } from './fixtures';

registerGame(masquerade);

/** A started match of the test game with hidden roles; the agents are returned in the order of their seats. */
export async function masqueradeFixture(
  options: { seats?: number; rated?: boolean; withSessions?: boolean } = {},
): Promise<{ match: MatchRow; agents: AgentFixture[] }> {
  const { seats = 8, rated = false, withSessions = false } = options;
  const agents = await Promise.all(Array.from({ length: seats }, () => agentFixture()));
  const match = await startMatch({
    experienceId: newId(),
    gameId: masquerade.id,
    kind: 'lobby',
    rated,
    seats: agents.map(({ agentId }) => ({
      kind: 'agent' as const,
      agentId,
      experienceAgentId: agentId,
      sessionId: withSessions ? newId() : null,
      displayName: 'Guest',
    })),
  });
  return { match, agents };
}
