import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { experienceAgentId } from '@/lib/domain/identity';
import type { LobbyChange } from '../play-host';
import { clientFor } from './client';

/** The calls that a match that has its players needs. */
const NEEDED = new Set<string>(['match.start', 'match.end']);
const UNREACHABLE = new Set(['EXPERIENCE_UNREACHABLE', 'EXPERIENCE_TIMEOUT', 'POOL_EXHAUSTED']);

/**
 * Calls the multiplayer tool of a remote experience. Null when the experience does not have the tool, because these
 * tools are optional: the gateway then keeps the lobby alone.
 * Specification: gateway-tool-contract.md, Optional Tools (Multiplayer Profile).
 * @throws EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_AUTH_FAILED, POOL_EXHAUSTED
 */
export async function notifyLobby(change: LobbyChange): Promise<unknown> {
  try {
    return await callLobbyTool(change);
  } catch (thrown) {
    if (!change.ignoreUnreachable || !(thrown instanceof AppError) || !UNREACHABLE.has(thrown.code)) throw thrown;
    const { tool, lobbyId } = change;
    log.info({ code: thrown.code, lobby_id: lobbyId, tool }, 'could not notify an unreachable experience');
    return null;
  }
}

async function callLobbyTool(change: LobbyChange): Promise<unknown> {
  const { tool, experience, agentId, lobbyId, fields, signal, idempotencyKey } = change;
  const declaredTools = experience.target?.declaredTools ?? null;
  if (declaredTools && !declaredTools.includes(tool)) return null;
  const { client, context } = await clientFor(experience, agentId);
  try {
    const identity = experienceAgentId({ agentId, experienceId: experience.id });
    const args = { game_session_id: lobbyId, experience_agent_id: identity, ...fields };
    return (await client.callTool(tool, args, { ...context, signal, idempotencyKey, isNeeded: NEEDED.has(tool) }))
      .value;
  } catch (thrown) {
    const isMissing = thrown instanceof AppError && thrown.code === 'EXPERIENCE_TOOL_NOT_FOUND';
    if (isMissing && declaredTools === null) return null;
    throw thrown;
  }
}
