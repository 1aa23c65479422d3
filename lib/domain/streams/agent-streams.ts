import { agentStream, sessionStream } from '@/lib/core/stream';
import { viewMatch } from './match-stream';
import { nextStepOf } from './next-step';
import { type StreamKind, uuidStreamId } from './stream-kind';
import { findOwnSession } from './streams.repo';

/** `me`: notices to the agent itself. */
export const noticesKind: StreamKind = {
  name: 'me',
  viewForAgent: async ({ agentId }) => ({
    stream: agentStream(agentId),
    audiences: 'all',
    nextAction: () => nextStepOf(agentId),
  }),
};

/** `session:<session_id>`: the agent's own session; for a built-in game the events of its match or lobby. */
export const sessionKind: StreamKind = {
  name: 'session',
  id: uuidStreamId('session_id'),
  async viewForAgent(agent, id) {
    const session = await findOwnSession(id, agent.agentId);
    if (!session) return null;
    const gameSessionId = session.matchId ?? session.lobbyId;
    if (gameSessionId !== null) return viewMatch(agent, gameSessionId);
    return { stream: sessionStream(id), audiences: 'all', nextAction: () => nextStepOf(agent.agentId) };
  },
};
