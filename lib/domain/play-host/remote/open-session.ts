import { toAppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { closeFailedSession, explainUnstoredStep, type Session, storeOpening } from '@/lib/domain/seating';
import type { Opening, OpenRequest } from '../play-host';
import { findMemories } from '../play-host.repo';
import { beginOpening } from './begin-opening';
import { clientFor, findTokenFor } from './client';
import { dropSessions } from './end-sessions';

/** Opens a session with the experience, or answers the active one and what the experience answered last. */
export async function openSession(request: OpenRequest): Promise<Opening> {
  const { experience, initialAction, context, signal } = request;
  const { session, stored, isPending } = await beginOpening(request);
  const response = isPending
    ? await openUpstream({ session, experience, initialAction, memories: context, signal })
    : stored;
  return {
    session,
    status: session.status,
    response,
    actionSchema: experience.actionSchema,
    instructions: experience.gameplayInstructions,
    pageId: session.id,
    reconnectHint: experience.target && (await findTokenFor(experience.target, session.agentId)).withheld,
  };
}

/**
 * Opens a stored session with its remote experience, over a separate MCP session, and stores the answer. When the experience
 * refuses, the session is an error and the agent is released; when the session has ended meanwhile, the experience is notified. The agent's memory is merged over the owner's.
 * Specification: gateway-tool-contract.md, session.create (experience side), Experience-Facing Errors.
 * @throws EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_AUTH_FAILED, POOL_EXHAUSTED
 */
export async function openUpstream(args: {
  session: Session;
  experience: PlayableExperience;
  initialAction: unknown;
  /** Read from the database when left out. */
  memories?: { memory: JsonObject | null; ownerMemory: JsonObject | null };
  signal?: AbortSignal;
}): Promise<unknown> {
  const { session, experience, initialAction } = args;
  let close = async (): Promise<void> => {};
  let upstreamSessionId: string | null;
  try {
    const { memory, ownerMemory } = args.memories ?? (await findMemories(session));
    const { client, context } = await clientFor(experience, session.agentId);
    const own = await client.openSession(context);
    if (own !== null) close = () => client.closeSession(own, context);
    const answer = await client.callTool(
      'session.create',
      {
        session_id: session.id,
        experience_agent_id: session.experienceAgentId,
        memory: { ...ownerMemory, ...memory },
        ...(initialAction === undefined ? {} : { initial_action: initialAction }),
        ...(session.lobbyId === null ? {} : { game_session_id: session.lobbyId }),
      },
      { ...context, signal: args.signal, upstreamSessionId: own, isNeeded: session.lobbyId !== null },
    );
    upstreamSessionId = answer.upstreamSessionId ?? own;
    const isActive = await storeOpening(session, {
      action: initialAction,
      response: answer.value,
      upstreamSessionId,
    });
    if (isActive) return answer.value;
  } catch (thrown) {
    void close();
    await closeFailedSession(session, toAppError(thrown).code);
    throw thrown;
  }
  await dropSessions({ sessions: [{ ...session, upstreamSessionId }], experience, reason: 'session_ended' });
  throw await explainUnstoredStep(session.id);
}
