import { LRUCache } from 'lru-cache';
import type { AgentCaller } from '@/lib/core/caller';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { hostOf, type OpeningContext } from '@/lib/domain/play-host';
import { isSessionActive } from '@/lib/domain/seating';

const MAX_CACHED = 20_000;

/** A tool server is sent no memory, and its session has no rating. */
const NO_CONTEXT: OpeningContext = {
  kind: 'agent',
  memory: null,
  experienceKeys: [],
  ownerMemory: null,
  lobbyId: null,
  rating: null,
  played: false,
  reported: false,
};

interface ImplicitSessions {
  /** Session ids by agent and experience; a session that has ended since is not used. */
  ids: LRUCache<string, string>;
  opening: KeyedMutex;
}

const implicit = () =>
  once<ImplicitSessions>('proxy.sessions', () => ({
    ids: new LRUCache({ max: MAX_CACHED }),
    opening: new KeyedMutex(),
  }));

const keyOf = (agentId: string, experienceId: string) => `${agentId} ${experienceId}`;

/** The agent's active session with an experience, when this process knows it; no query while its steps keep it cached. */
export async function findOpenSession(agentId: string, experienceId: string): Promise<string | null> {
  const { ids } = implicit();
  const key = keyOf(agentId, experienceId);
  const id = ids.get(key);
  if (id === undefined) return null;
  if (await isSessionActive(id)) return id;
  if (ids.peek(key) === id) ids.delete(key);
  return null;
}

/** Opens the agent's session, or finds the one that another process has opened. Racing calls open one. @throws AGENT_BUSY */
export function openSession(agent: AgentCaller, experience: PlayableExperience, signal?: AbortSignal): Promise<string> {
  const { ids, opening } = implicit();
  const key = keyOf(agent.agentId, experience.id);
  const open = async () => {
    const open = await findOpenSession(agent.agentId, experience.id);
    if (open !== null) return open;
    const request = { agent, experience, initialAction: undefined, context: NO_CONTEXT, signal };
    const { session } = await hostOf(experience).openSession(request);
    ids.set(key, session.id);
    return session.id;
  };
  return opening.run(key, open, signal);
}

export function forgetSession(agentId: string, experienceId: string): void {
  implicit().ids.delete(keyOf(agentId, experienceId));
}
