import { AppError } from '@/lib/core/errors';
import type { Queryable } from '@/lib/data/database';
import {
  countByExperience,
  findEngagement,
  findExisting,
  type NamedEngagement,
  releaseEngagements,
  upsertEngagement,
} from './engagements.repo';
import { queueById } from './queues';
import type { Engagement } from './seating.schema';

const MAX_ATTEMPTS = 5;

/** The call that ends an engagement, and the same in words. */
function howToRelease(engagement: NamedEngagement): { tool: string; arguments: Record<string, string>; text: string } {
  const { sessionId, lobbyId, queueId, experienceId, interactionModel } = engagement;
  if (sessionId !== null && interactionModel === 'proxy') {
    return { tool: 'proxy.end', arguments: { experience_id: experienceId }, text: 'end it with proxy.end' };
  }
  if (sessionId !== null) {
    return {
      tool: 'session.end',
      arguments: { session_id: sessionId },
      text: `session ${sessionId}; end it with session.end`,
    };
  }
  const queue = sessionId === null && lobbyId === null && queueId !== null ? queueById(queueId) : undefined;
  if (queue) return { ...queue.leave, text: `the queue ${queue.id}; leave it with ${queue.leave.tool}` };
  return {
    tool: 'lobby.leave',
    arguments: { game_session_id: lobbyId ?? '' },
    text: `lobby ${lobbyId}; leave it with lobby.leave`,
  };
}

/**
 * AGENT_BUSY that names the engagement and the call that ends it.
 * Specification: gateway-tool-contract.md, session.create, single-experience constraint.
 */
export function agentBusy(engagement: NamedEngagement): AppError {
  const release = howToRelease(engagement);
  const message = `You are busy in ${engagement.experienceName ?? 'another experience'}: ${release.text} first.`;
  return new AppError('AGENT_BUSY', message, {
    details: {
      experience_id: engagement.experienceId,
      ...(engagement.sessionId === null ? {} : { session_id: engagement.sessionId }),
      ...(engagement.lobbyId === null ? {} : { game_session_id: engagement.lobbyId }),
      ...(engagement.queueId === null ? {} : { queue_id: engagement.queueId }),
      end_with: { tool: release.tool, arguments: release.arguments },
    },
  });
}

/**
 * Engages an agent with an experience inside the caller's transaction. The primary key of `engagements` decides: of
 * racing calls one inserts its row, the others wait for it and then see it. Ids that the agent's engagement with the
 * same experience already has are kept: compare the ids of the answer with the wanted ones.
 * @throws AGENT_BUSY when the agent is engaged with another experience; EXPERIENCE_TOOL_NOT_FOUND when this one does not
 * exist; UNAUTHENTICATED for an agent that was deleted
 */
export async function engage(
  client: Queryable,
  wanted: {
    agentId: string;
    experienceId: string;
    sessionId?: string | null;
    lobbyId?: string | null;
    queueId?: string | null;
  },
): Promise<Engagement> {
  const { sessionId = null, lobbyId = null, queueId = null } = wanted;
  const engagement = { ...wanted, sessionId, lobbyId, queueId };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await upsertEngagement(client, engagement);
    if (stored) return stored;
    const blocking = await findEngagement(client, wanted.agentId);
    if (blocking) throw agentBusy(blocking);
    const existing = await findExisting(client, wanted);
    if (!existing.agent) throw new AppError('UNAUTHENTICATED', 'This agent has been deleted.');
    if (!existing.experience) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no experience with this id.');
    // The blocking engagement was deleted between the two statements: try again.
  }
  throw new AppError('AGENT_BUSY', 'You are switching between experiences too fast. Try again.', { retryable: true });
}

/** Releases agents from sessions, a lobby and a queue. An agent without any is free for another experience. */
export async function disengage(
  client: Queryable | undefined,
  released: {
    agentIds: readonly string[];
    sessionIds?: readonly string[];
    lobbyId?: string | null;
    queueId?: string | null;
  },
): Promise<void> {
  const { agentIds, sessionIds = [], lobbyId = null, queueId = null } = released;
  if (agentIds.length === 0) return;
  await releaseEngagements(client, { agentIds, sessionIds, lobbyId, queueId });
}

/** What an agent plays or waits for now, and the call that ends it. */
export interface CurrentPlay extends NamedEngagement {
  endWith: { tool: string; arguments: Record<string, string> };
}

/** What an agent plays or waits for now; null when it is free. */
export async function findCurrentPlay(agentId: string): Promise<CurrentPlay | null> {
  const engagement = await findEngagement(undefined, agentId);
  if (!engagement) return null;
  const { tool, arguments: args } = howToRelease(engagement);
  return { ...engagement, endWith: { tool, arguments: args } };
}

/** The agent's engagement now, or null. */
export async function currentEngagement(agentId: string): Promise<Engagement | null> {
  return findEngagement(undefined, agentId);
}

/** How many agents play each experience, and how many of its lobbies wait or play; an experience without any is absent. */
export function countPlayers(): Promise<{ experienceId: string; players: number; lobbies: number }[]> {
  return countByExperience();
}
