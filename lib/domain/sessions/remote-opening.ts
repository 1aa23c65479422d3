import { toAppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import type { PlayableExperience } from '@/lib/domain/catalog';
import {
  cacheSession,
  departActiveLobby,
  disengage,
  evictSession,
  failSession,
  type Session,
  storeOpening,
} from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { portTo } from './experience-port';
import { findMemories, transaction } from './sessions.repo';

/** What a remote experience is told when a session opens: the agent's memory over the owner's. */
export interface OpeningMemory {
  memory: JsonObject | null;
  ownerMemory: JsonObject | null;
}

/**
 * Opens a stored session with its remote experience and keeps the answer. When the experience refuses, the session is
 * an error and the agent is free again.
 * Specification: gateway-tool-contract.md, session.create (experience side), Experience-Facing Errors.
 * @throws EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_AUTH_FAILED, POOL_EXHAUSTED
 */
export async function openRemotely(args: {
  session: Session;
  experience: PlayableExperience;
  initialAction: unknown;
  /** Read from the database when left out. */
  memory?: OpeningMemory;
  signal?: AbortSignal;
}): Promise<unknown> {
  const { session, experience, initialAction } = args;
  try {
    const { memory, ownerMemory } = args.memory ?? (await findMemories(session));
    const { client, call } = await portTo(experience, session.agentId);
    const answer = await client.callTool(
      'session.create',
      {
        session_id: session.id,
        experience_agent_id: session.experienceAgentId,
        memory: { ...ownerMemory, ...memory },
        ...(initialAction === undefined ? {} : { initial_action: initialAction }),
        ...(session.lobbyId === null ? {} : { game_session_id: session.lobbyId }),
      },
      { ...call, signal: args.signal },
    );
    const upstreamSessionId = answer.upstreamSessionId ?? null;
    await storeOpening({ id: session.id, action: initialAction, response: answer.value, upstreamSessionId });
    cacheSession({ ...session, upstreamSessionId });
    return answer.value;
  } catch (thrown) {
    await abandon(session, toAppError(thrown).code);
    throw thrown;
  }
}

/** A session that could not be opened: an error, and its agent is free again. */
export async function abandon(session: Session, code: string): Promise<void> {
  const { id, agentId, lobbyId } = session;
  evictSession(id);
  try {
    const events = await transaction(async (client) => {
      const told = lobbyId === null ? [] : await departActiveLobby(client, { lobbyId, agentId });
      await failSession(client, id, code.toLowerCase());
      await disengage(client, { agentIds: [agentId], sessionIds: [id] });
      return told;
    });
    publish(events);
  } catch (fault) {
    log.error({ err: fault, session_id: id }, 'a failed session could not be closed');
  }
}
