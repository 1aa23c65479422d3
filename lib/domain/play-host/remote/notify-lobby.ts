import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { experienceAgentId } from '@/lib/domain/identity';
import { hasAnsweredUpstream, noteUpstreamAnswer } from '@/lib/domain/seating';
import { NotThereError, type UpstreamAnswer } from '@/lib/gateway';
import type { LobbyChange } from '../play-host';
import { clientFor } from './client';

/** The calls that a match that has its players needs. */
const NEEDED = new Set<string>(['match.start', 'match.end']);

/**
 * Calls the multiplayer tool of a remote experience. Null when the experience does not have the tool, because these
 * tools are optional: the gateway then keeps the lobby alone.
 * Specification: gateway-tool-contract.md, Optional Tools (Multiplayer Profile).
 * @throws EXPERIENCE_ERROR, EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_AUTH_FAILED, POOL_EXHAUSTED
 */
export async function notifyLobby(change: LobbyChange): Promise<unknown> {
  return (await askLobby(change))?.value ?? null;
}

/** The same with the whole answer. */
export async function askLobby(change: LobbyChange): Promise<UpstreamAnswer | null> {
  try {
    return await callLobbyTool(change);
  } catch (thrown) {
    if (!change.needsNoConsent || !(thrown instanceof AppError)) throw thrown;
    const { tool, lobbyId } = change;
    log.info({ code: thrown.code, lobby_id: lobbyId, tool }, 'an experience did not take notice of a change');
    return null;
  }
}

async function callLobbyTool(change: LobbyChange): Promise<UpstreamAnswer | null> {
  const { tool, experience, agentId, lobbyId, fields, signal, idempotencyKey } = change;
  const declaredTools = experience.target?.declaredTools ?? null;
  if (declaredTools && !declaredTools.includes(tool)) return null;
  const { client, context } = await clientFor(experience, agentId);
  try {
    const identity = experienceAgentId({ agentId, experienceId: experience.id });
    const args = { game_session_id: lobbyId, experience_agent_id: identity, ...fields };
    const answer = await client.callTool(tool, args, {
      ...context,
      signal,
      idempotencyKey,
      isNeeded: NEEDED.has(tool),
    });
    if (declaredTools === null) await noteUpstreamAnswer(lobbyId);
    return answer;
  } catch (thrown) {
    if (declaredTools === null && thrown instanceof NotThereError && !(await refusesByAbsence(change))) return null;
    throw thrown;
  }
}

/**
 * Whether a 404 of a server that declares no tools is a refusal: it has answered a call about a lobby before, so it has
 * these routes. Nobody is kept in a lobby that its experience does not know.
 */
async function refusesByAbsence({ tool, lobbyId, experience }: LobbyChange): Promise<boolean> {
  return tool !== 'lobby.leave' && (await hasAnsweredUpstream({ lobbyId, experienceId: experience.id }));
}
