import type { PlayableExperience } from '@/lib/domain/catalog';
import { findBearerToken } from '@/lib/domain/credentials';
import { type CallContext, type ExperienceClient, sharedRemoteClient } from '@/lib/gateway';

/** The client of a remote experience for one agent, and the context that each of the agent's calls has. */
export interface AgentClient {
  client: ExperienceClient;
  /** The token that the agent stored for the experience; never the agent's own key. */
  context: Pick<CallContext, 'bearerToken'>;
}

export async function clientFor(experience: PlayableExperience, agentId: string): Promise<AgentClient> {
  const { target } = experience;
  if (target === null) throw new Error(`${experience.id} is not a remote experience`);
  const client = sharedRemoteClient(target);
  if (target.auth === 'none') return { client, context: {} };
  return { client, context: { bearerToken: await findBearerToken({ agentId, experienceId: experience.id }) } };
}
