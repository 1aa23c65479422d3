import type { PlayableExperience } from '@/lib/domain/catalog/catalog.schema';
import { type CallContext, type ExperienceClient, experienceClient } from '@/lib/gateway';
import { builtinHost } from './builtin-host';

/**
 * The way to an experience for one agent: its client, and what every call of this agent carries (the token that the
 * agent stored for it; never the agent's own key).
 */
export async function portTo(
  experience: PlayableExperience,
  _agentId: string,
): Promise<{ client: ExperienceClient; call: Pick<CallContext, 'bearerToken'> }> {
  return { client: experienceClient(experience.target, builtinHost), call: {} };
}
