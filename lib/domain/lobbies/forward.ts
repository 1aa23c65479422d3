import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { portTo } from '@/lib/domain/sessions/experience-port';
import type { ExperienceTool } from '@/lib/gateway';

export type LobbyTool = Extract<
  ExperienceTool,
  'lobby.create' | 'lobby.join' | 'lobby.leave' | 'match.start' | 'match.end'
>;

/**
 * Passes a change of a lobby on to a remote experience that has the tool; null when it has not, because the
 * multiplayer tools are optional: the gateway then keeps the lobby alone.
 * Specification: gateway-tool-contract.md, Optional Tools (Multiplayer Profile).
 * @throws EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_AUTH_FAILED, POOL_EXHAUSTED
 */
export async function forward(
  tool: LobbyTool,
  args: {
    experience: PlayableExperience;
    agentId: string;
    lobbyId: string;
    fields: Record<string, unknown>;
    signal?: AbortSignal;
  },
): Promise<unknown> {
  const { experience, agentId, lobbyId } = args;
  if (experience.target === null) return null;
  const { declaredTools } = experience.target;
  if (declaredTools && !declaredTools.includes(tool)) return null;
  const { client, call } = await portTo(experience, agentId);
  try {
    const answer = await client.callTool(
      tool,
      {
        game_session_id: lobbyId,
        experience_agent_id: experienceAgentId({ agentId, experienceId: experience.id }),
        ...args.fields,
      },
      { ...call, signal: args.signal },
    );
    return answer.value;
  } catch (thrown) {
    const isMissing = thrown instanceof AppError && thrown.code === 'EXPERIENCE_TOOL_NOT_FOUND';
    if (isMissing && declaredTools === null) return null;
    throw thrown;
  }
}

const ABSENT = new Set(['EXPERIENCE_UNREACHABLE', 'EXPERIENCE_TIMEOUT', 'POOL_EXHAUSTED']);

/** Like `forward`, but an experience that cannot be reached holds nobody back: for those who want to get out. */
export async function forwardIfPresent(tool: LobbyTool, args: Parameters<typeof forward>[1]): Promise<unknown> {
  try {
    return await forward(tool, args);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !ABSENT.has(thrown.code)) throw thrown;
    log.info({ code: thrown.code, lobby_id: args.lobbyId, tool }, 'an absent experience was not told');
    return null;
  }
}
