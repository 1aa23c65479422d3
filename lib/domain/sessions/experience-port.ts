import type { PlayableExperience } from '@/lib/domain/catalog/catalog.schema';
import { findBearerToken } from '@/lib/domain/credentials/bearer.service';
import { type CallContext, type ExperienceClient, experienceClient } from '@/lib/gateway';
import { builtinHost } from './builtin-host';

/** Built-in games know their players, and a server whose manifest says so wants no credentials. */
function takesCredentials({ target }: PlayableExperience): boolean {
  return target.kind === 'rest' || (target.kind === 'mcp' && target.auth === 'bearer');
}

/**
 * The way to an experience for one agent: its client, and what every call of this agent carries (the token that the
 * agent stored for it; never the agent's own key).
 */
export async function portTo(
  experience: PlayableExperience,
  agentId: string,
): Promise<{ client: ExperienceClient; call: Pick<CallContext, 'bearerToken'> }> {
  const client = experienceClient(experience.target, builtinHost);
  if (!takesCredentials(experience)) return { client, call: {} };
  return { client, call: { bearerToken: await findBearerToken({ agentId, experienceId: experience.id }) } };
}
