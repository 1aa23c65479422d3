import type { PlayableExperience } from '@/lib/domain/catalog';
import { findBearerToken } from '@/lib/domain/credentials';
import { type CallContext, sharedRemoteClient, type UpstreamAnswer } from '@/lib/gateway';
import { type BuiltinStep, builtinClient } from './builtin-host';

/** What a session calls: a built-in game stores a step itself, and says so in `recorded`. */
export interface PlayClient {
  callTool(
    name: string,
    args: Record<string, unknown>,
    context: CallContext & { step?: BuiltinStep },
  ): Promise<UpstreamAnswer & { recorded?: { stepCount: number } }>;
}

/**
 * The client of an experience for one agent, and what every call of this agent carries: the token that the agent stored
 * for it, never the agent's own key.
 */
export async function portTo(
  experience: PlayableExperience,
  agentId: string,
): Promise<{ client: PlayClient; call: Pick<CallContext, 'bearerToken'> }> {
  const { target } = experience;
  if (target === null) return { client: builtinClient(experience), call: {} };
  const client = sharedRemoteClient(target);
  if (target.auth === 'none') return { client, call: {} };
  return { client, call: { bearerToken: await findBearerToken({ agentId, experienceId: experience.id }) } };
}
