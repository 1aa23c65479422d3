import { AppError } from '@/lib/core/errors';
import { type EngagementRow, findByAgent, isThere, letGo, type Queryable, takeOrJoin } from './engagements.repo';

/** What an agent is engaged in: at most one experience at a time, by a session, a lobby or both. */
export interface Engagement {
  agentId: string;
  experienceId: string;
  sessionId: string | null;
  lobbyId: string | null;
}

const toEngagement = (row: EngagementRow): Engagement => ({
  agentId: row.agent_id,
  experienceId: row.experience_id,
  sessionId: row.session_id,
  lobbyId: row.lobby_id,
});

/** How to end what blocks, as the call that does it. */
function wayOut(held: Engagement): { tool: string; arguments: Record<string, string>; words: string } {
  if (held.sessionId !== null) {
    return {
      tool: 'session.end',
      arguments: { session_id: held.sessionId },
      words: `session ${held.sessionId}; end it with session.end`,
    };
  }
  return {
    tool: 'lobby.leave',
    arguments: { game_session_id: held.lobbyId ?? '' },
    words: `lobby ${held.lobbyId}; leave it with lobby.leave`,
  };
}

/**
 * AGENT_BUSY that names what blocks and the call that ends it.
 * Specification: gateway-tool-contract.md, session.create, single-experience constraint.
 */
export function agentBusy(held: Engagement, experienceName: string | null): AppError {
  const out = wayOut(held);
  return new AppError('AGENT_BUSY', `You are busy in ${experienceName ?? 'another experience'}: ${out.words} first.`, {
    details: {
      experience_id: held.experienceId,
      ...(held.sessionId === null ? {} : { session_id: held.sessionId }),
      ...(held.lobbyId === null ? {} : { game_session_id: held.lobbyId }),
      end_with: { tool: out.tool, arguments: out.arguments },
    },
  });
}

/**
 * Engages an agent with an experience inside the caller's transaction. The primary key of `engagements` is the rule,
 * so of any number of racing calls one wins and the others wait for it and then see it. What the agent already holds
 * in the same experience stays: compare the ids of the answer with those that were asked for.
 * @throws AGENT_BUSY when another experience holds the agent; EXPERIENCE_TOOL_NOT_FOUND when this one has been deleted.
 */
export async function engage(
  client: Queryable,
  want: { agentId: string; experienceId: string; sessionId?: string | null; lobbyId?: string | null },
): Promise<Engagement> {
  const asked = { ...want, sessionId: want.sessionId ?? null, lobbyId: want.lobbyId ?? null };
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = await takeOrJoin(client, asked);
    if (row) return toEngagement(row);
    const blocking = await findByAgent(client, want.agentId);
    if (blocking) throw agentBusy(toEngagement(blocking), blocking.experience_name);
    if (!(await isThere(client, want.experienceId)))
      throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no experience with this id.');
    // The row that blocked has just been let go: the place is free to be taken.
  }
  throw new AppError('AGENT_BUSY', 'You are switching between experiences too fast. Try again.', { retryable: true });
}

/**
 * Lets go of sessions and of a lobby for these agents. An agent that then holds neither is free for another experience;
 * what was not named stays held.
 */
export async function disengage(
  client: Queryable | undefined,
  held: { agentIds: readonly string[]; sessionIds?: readonly string[]; lobbyId?: string | null },
): Promise<void> {
  if (held.agentIds.length === 0) return;
  await letGo(client, { agentIds: held.agentIds, sessionIds: held.sessionIds ?? [], lobbyId: held.lobbyId ?? null });
}

/** What the agent is engaged in now, or null. */
export async function currentEngagement(agentId: string): Promise<Engagement | null> {
  const row = await findByAgent(undefined, agentId);
  return row ? toEngagement(row) : null;
}
